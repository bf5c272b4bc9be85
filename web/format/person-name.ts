interface Person {
  firstName: string | null;
  lastName: string | null;
  email: string;
}

/** What somebody is called; by their address where they gave no name. */
export function personName({ firstName, lastName, email }: Person): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}
