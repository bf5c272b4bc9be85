import { sql, type RawBuilder } from "kysely";
import type { Audience } from "../../contract/common.ts";
import type { Transaction } from "../database/database.ts";
import { conversationSearchText } from "./search-text.ts";

/** A program's conversation, which a question opens under an id of the caller's. */
export interface Opening {
  organizationId: string;
  conversationId: string;
  content: string;
  /** Its audience; undefined: the conversation exists. */
  opens?: Audience | undefined;
}

const titleLength = 80;

/** Makes the conversation, without its question. */
export async function openConversation(trx: Transaction, question: Opening): Promise<void> {
  await sql`with ${opening(question, { hasMessages: false })} nothing as (select) select`.execute(trx);
}

/**
 * The beginning of a statement that makes the conversation, if the question opens one, and that then
 * saves messages in it.
 */
export function opening(
  { organizationId, conversationId, opens, content }: Opening,
  { hasMessages }: { hasMessages: boolean } = { hasMessages: true },
): RawBuilder<unknown> {
  if (opens === undefined) return sql``;
  const title = [...content.replaceAll(/\s+/g, " ")].slice(0, titleLength).join("");
  return sql`conversation as (
      insert into conversations (id, organization_id, audience, channel, title, has_messages,
        last_customer_message_at, search_text)
      values (${conversationId}, ${organizationId}, ${opens}, 'webhook', ${title}, ${hasMessages},
        now(), ${conversationSearchText(title)})
    ),`;
}
