import { randomUUID } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import type { Audience } from "../../contract/common.ts";
import type { AnswerMetadata, ChatMessage } from "../../contract/conversations.ts";
import type { Transaction } from "../database/database.ts";
import type { Events } from "../events.ts";
import { toChatMessage, type PlacedMessage, type SessionKey } from "./messages.ts";
import { conversationSearchText } from "./search-text.ts";

/** A conversation of a program's that a question opens, under an id of the caller's. */
export interface Opening extends SessionKey {
  audience: Audience;
  content: string;
}

const titleLength = 80;

/** Makes the conversation, without its question. */
export async function openConversation(trx: Transaction, opening: Opening): Promise<void> {
  await sql`with ${inserted(opening, { hasMessages: false })} select`.execute(trx);
}

/** Makes the conversation with its question. */
export async function openWithQuestion(trx: Transaction, opening: Opening): Promise<PlacedMessage> {
  const { organizationId, sessionId, content } = opening;
  const { rows } = await sql<MessageRow>`
    with ${inserted(opening, { hasMessages: true })}
    insert into chat_messages (organization_id, session_id, role, content)
    values (${organizationId}, ${sessionId}, 'user', ${content})
    returning id, role, content, metadata, created_at, position`.execute(trx);
  return toPlaced(rows[0]);
}

/** Makes the conversation with its question and the answer, and tells of the answer: all in one statement. */
export async function openWithAnswer(
  trx: Transaction,
  events: Pick<Events, "publishing">,
  opening: Opening,
  answer: { content: string; metadata: AnswerMetadata },
): Promise<{ userMessage: ChatMessage; assistantMessage: ChatMessage }> {
  const { organizationId, sessionId, content } = opening;
  const id = randomUUID();
  const event = { type: "message.created", id, sessionId } as const;
  const { rows } = await sql<MessageRow>`
    with ${inserted(opening, { hasMessages: true })}, saved as (
      insert into chat_messages (id, organization_id, session_id, role, content, metadata) values
        (${randomUUID()}, ${organizationId}, ${sessionId}, 'user', ${content}, null),
        (${id}, ${organizationId}, ${sessionId}, 'assistant', ${answer.content}, ${JSON.stringify(answer.metadata)}::jsonb)
      returning id, role, content, metadata, created_at, position
    )
    select saved.* from saved, (select ${events.publishing(organizationId, event)} offset 0) told
    order by position`.execute(trx);
  return { userMessage: toPlaced(rows[0]), assistantMessage: toPlaced(rows[1]) };
}

/** The beginning of a statement that makes the session and its conversation. */
function inserted(
  { organizationId, sessionId, audience, content }: Opening,
  { hasMessages }: { hasMessages: boolean },
): RawBuilder<unknown> {
  const title = [...content.replaceAll(/\s+/g, " ")].slice(0, titleLength).join("");
  return sql`session as (
      insert into chat_sessions (id, organization_id, audience, channel, title, has_messages)
      values (${sessionId}, ${organizationId}, ${audience}, 'webhook', ${title}, ${hasMessages})
    ), conversation as (
      insert into conversations (organization_id, session_id, last_customer_message_at, channel, search_text)
      values (${organizationId}, ${sessionId}, now(), 'webhook', ${conversationSearchText(title)})
    )`;
}

type MessageRow = Parameters<typeof toChatMessage>[0] & { position: number };

function toPlaced(row: MessageRow | undefined): PlacedMessage {
  if (row === undefined) throw new Error("a message was not saved");
  return { ...toChatMessage(row), position: row.position };
}
