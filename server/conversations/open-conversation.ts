import { sql, type RawBuilder } from "kysely";
import type { Audience } from "../../contract/common.ts";
import type { Key, Transaction } from "../database/database.ts";
import { fold } from "../language/fold.ts";

/** A question, which may open its conversation (webhook only) under a new id. */
export interface Opening extends Key<"conversationId"> {
  content: string;
  /** The audience of the new conversation; undefined: the conversation exists already. */
  opens?: Audience | undefined;
}

const maxTitleLength = 80;

/** Creates the conversation, without its question. */
export async function openConversation(trx: Transaction, question: Opening): Promise<void> {
  await sql`with ${openingClause(question, { hasMessages: false })} nothing as (select) select`.execute(trx);
}

/** The first clause of a `with` statement that saves messages: creates the conversation if the question opens one. */
export function openingClause(
  { organizationId, conversationId, opens, content }: Opening,
  { hasMessages }: { hasMessages: boolean } = { hasMessages: true },
): RawBuilder<unknown> {
  if (opens === undefined) return sql``;
  const title = titleOfConversation(content);
  return sql`conversation as (
      insert into conversations (id, organization_id, audience, channel, title, has_messages,
        last_customer_message_at, search_text)
      values (${conversationId}, ${organizationId}, ${opens}, 'webhook', ${title}, ${hasMessages},
        now(), ${conversationSearchText(title)})
      on conflict do nothing
    ),`;
}

/** A title of at most `maxLength` characters, on one line: the beginning of a text. Empty for an empty text. */
export function titleFrom(text: string, maxLength: number): string {
  const characters = [...text.replaceAll(/\s+/g, " ").trim()];
  if (characters.length <= maxLength) return characters.join("");
  return `${characters.slice(0, maxLength - 1).join("")}…`;
}

export const titleOfConversation = (question: string): string => titleFrom(question, maxTitleLength);

/** The text that conversations are searched by: the title and the customer's number. */
export function conversationSearchText(title: string, waId: string | null = null): string {
  return fold(waId === null ? title : `${title} +${waId}`);
}
