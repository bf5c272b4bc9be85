import type { Person } from "../../contract/common.ts";

export function personName({ firstName, lastName, email }: Omit<Person, "id">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}
