import { randomUUID } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import type { AnswerMetadata, ChatMessage } from "../../contract/conversations.ts";
import { equals, type Transaction, type Key } from "../database/database.ts";
import type { Events } from "../events.ts";
import { idempotencyKeyReused } from "../errors.ts";
import { readMetadata } from "./answer-metadata.ts";
import { opening, type Opening } from "./open-conversation.ts";

export type ConversationKey = Key<"conversationId">;

/** The condition that names the rows of a conversation: `.where(inConversation(key))`. */
export const inConversation = ({ organizationId, conversationId }: ConversationKey) =>
  equals({ organization_id: organizationId, conversation_id: conversationId });

/** A message and its place in its conversation. */
export interface PlacedMessage extends ChatMessage {
  position: number;
}

/** A question that may still have to be saved. */
export interface NewQuestion extends Opening {
  /** The id that it is saved under. */
  id: string;
  /** Repeated requests for one question have the same key. Null: every request is a new question. */
  clientKey: string | null;
}

const columns = ["id", "role", "content", "metadata", "created_at", "position"] as const;

interface MessageRow {
  id: string;
  role: string;
  content: string;
  metadata: unknown;
  created_at: Date;
}

export function toChatMessage(row: MessageRow): ChatMessage {
  return {
    id: row.id,
    role: row.role === "user" ? "user" : "assistant",
    content: row.content,
    createdAt: row.created_at.toISOString(),
    metadata: readMetadata(row.metadata),
  };
}

/** The newest messages of a conversation before `before`, oldest first. */
export async function readMessages(
  trx: Transaction,
  { limit, before, ...key }: ConversationKey & { limit: number; before?: number | undefined },
): Promise<PlacedMessage[]> {
  let query = trx.selectFrom("messages").select(columns).where(inConversation(key));
  if (before !== undefined) query = query.where("position", "<", before);
  const rows = await query.orderBy("position", "desc").limit(limit).execute();
  return rows.toReversed().map(toPlaced);
}

/** The client key of the answer to a question that was saved before it. */
export const answerKey = ({ id }: Pick<PlacedMessage, "id">): string => `answer ${id}`;

/** The answer to a question, if there is one: it directly follows, or was given after later questions. */
export async function findAnswer(
  trx: Transaction,
  key: ConversationKey,
  question: PlacedMessage,
): Promise<ChatMessage | null> {
  const messages = trx.selectFrom("messages").select(columns).where(inConversation(key));
  const next = await messages
    .where("position", ">", question.position)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  const answer =
    next?.role === "user" ? await findByKey(trx, { ...key, clientKey: answerKey(question) }) : next;
  return answer === undefined ? null : toChatMessage(answer);
}

/**
 * Saves a question, and the conversation if the question opens one. If the client key was used before, returns the
 * question saved then. Throws idempotency_key_reused if that was a different question.
 */
export async function saveQuestion(trx: Transaction, question: NewQuestion): Promise<PlacedMessage> {
  return toPlaced((await keepQuestion(trx, question)) ?? (await findSaved(trx, question, "question")));
}

/** The same, where it does not matter whether the question is saved already. */
export async function keepQuestion(trx: Transaction, question: NewQuestion): Promise<PlacedRow | undefined> {
  const { rows } = await sql<PlacedRow>`
    with ${opening(question)} saved as (${inserted(question, [questionRow(question)])})
    select * from saved`.execute(trx);
  return rows[0];
}

/** The message that was saved under a client key before, if there is one. Throws idempotency_key_reused if it was a different one. */
export async function findSaved(
  trx: Transaction,
  question: Omit<NewQuestion, "id" | "opens">,
  what: "question" | "message",
): Promise<PlacedRow | undefined> {
  const saved = await findByKey(trx, question);
  if (saved !== undefined && saved.content !== question.content) throw idempotencyKeyReused(what);
  return saved;
}

const findByKey = (trx: Transaction, said: Pick<Said, keyof ConversationKey | "clientKey">) =>
  trx
    .selectFrom("messages")
    .select(columns)
    .where(inConversation(said))
    .where("client_key", "=", said.clientKey ?? null)
    .executeTakeFirst();

/** A message of the assistant that is to be saved. */
export interface Said extends ConversationKey {
  content: string;
  metadata: AnswerMetadata;
  clientKey?: string | null;
}

/** Saves a message of the assistant, and notifies open pages. Returns what was said under its key by a turn that overtook this. */
export async function sayInConversation(trx: Transaction, events: Pick<Events, "publishing">, said: Said) {
  const id = randomUUID();
  const { rows } = await sql<PlacedRow>`
    with saved as (${inserted(said, [answerRow(id, said)])})
    select saved.* from saved, ${told(events, id, said)}`.execute(trx);
  return toPlaced(rows[0] ?? (await findByKey(trx, said)));
}

/** Saves a question of a known conversation and its answer, and notifies open pages, all in one statement. */
export async function saveExchange(
  trx: Transaction,
  events: Pick<Events, "publishing">,
  question: NewQuestion,
  said: Said,
): Promise<{ userMessage: ChatMessage; assistantMessage: ChatMessage }> {
  const id = randomUUID();
  // What was said is known: it need not come back.
  const { rows } = await sql<Omit<PlacedRow, "content" | "metadata">>`
    with saved as (${inserted(said, [questionRow(question), answerRow(id, said)])})
    select saved.id, saved.role, saved.created_at, saved.position
    from saved, ${told(events, id, said)} order by position`.execute(trx);
  const [asked, answered] = rows;
  return {
    userMessage: toPlaced(asked && { ...asked, content: question.content, metadata: null }),
    assistantMessage: toPlaced(answered && { ...answered, content: said.content, metadata: said.metadata }),
  };
}

const questionRow = ({ id, content, clientKey }: NewQuestion) =>
  sql`${id}, 'user', ${content}, null, ${clientKey}`;

const answerRow = (id: string, { content, metadata, clientKey = null }: Said) =>
  sql`${id}, 'assistant', ${content}, ${JSON.stringify(metadata)}::jsonb, ${clientKey}`;

function inserted({ organizationId, conversationId }: ConversationKey, rows: RawBuilder<unknown>[]) {
  return sql`
    insert into messages (organization_id, conversation_id, id, role, content, metadata, client_key)
    values ${sql.join(rows.map((row) => sql`(${organizationId}, ${conversationId}, ${row})`))}
    on conflict do nothing
    returning id, role, content, metadata, created_at, position`;
}

/** Open pages are notified when the transaction commits. */
function told(events: Pick<Events, "publishing">, id: string, key: ConversationKey): RawBuilder<unknown> {
  return sql`(select ${events.publishing(key.organizationId, [messageCreated(key, id)])} offset 0) told`;
}

/** The event for open pages. The API calls a conversation of any channel a session. */
export const messageCreated = ({ conversationId: sessionId }: ConversationKey, id: string) =>
  ({ type: "message.created", id, sessionId }) as const;

type PlacedRow = MessageRow & { position: number };

function toPlaced(row: PlacedRow | undefined): PlacedMessage {
  if (row === undefined) throw new Error("a message was not saved");
  return { ...toChatMessage(row), position: row.position };
}
