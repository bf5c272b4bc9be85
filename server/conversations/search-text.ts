import { fold } from "../language/fold.ts";

/** What a conversation is found by: its title and who writes in it. */
export function conversationSearchText(title: string, waId: string | null = null): string {
  return fold(waId === null ? title : `${title} +${waId}`);
}
