import { fold } from "../language/fold.ts";

/** The text that a search for conversations looks in: the title and the customer's number. */
export function conversationSearchText(title: string, waId: string | null = null): string {
  return fold(waId === null ? title : `${title} +${waId}`);
}
