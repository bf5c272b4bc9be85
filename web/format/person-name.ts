import type { Person } from "../../contract/common.ts";

/** First and last name, or the email address if there is neither. */
export function personName({ firstName, lastName, email }: Omit<Person, "id">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}
