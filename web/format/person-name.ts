interface Person {
  firstName: string | null;
  lastName: string | null;
  email: string;
}

/** First and last name, or the email address if there is neither. */
export function personName({ firstName, lastName, email }: Person): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}
