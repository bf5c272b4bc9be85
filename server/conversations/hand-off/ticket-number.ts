/** The title of a ticket that was created without one. */
export const untitledTicket = "Untitled ticket";

/** As people read it: TKT-0001. */
export const formatTicketNumber = (number: number): string => `TKT-${String(number).padStart(4, "0")}`;
