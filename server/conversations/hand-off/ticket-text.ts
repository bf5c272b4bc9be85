import { fold } from "../../language/fold.ts";

/** The title of a ticket that was given none. */
export const untitled = "Untitled ticket";

/** As people read it: TKT-0001. */
export const formatNumber = (number: number): string => `TKT-${String(number).padStart(4, "0")}`;

/** What a ticket is found by: the number with and without its zeros, so that both "TKT-0007" and "tkt-7" are. */
export function searchTextOf(ticket: {
  number: number;
  title: string;
  description: string | null;
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
}): string {
  const { number, title, description, customer_name: name, customer_email: email } = ticket;
  const phone = ticket.customer_phone;
  // A telephone number is typed with or without its spaces.
  const digits = phone?.replace(/[\s()-]/g, "");
  const parts = [formatNumber(number), `tkt-${number}`, title, name, email, phone, digits, description];
  return fold(parts.filter((part) => part !== null && part !== undefined).join("\n"));
}
