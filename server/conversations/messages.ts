import { randomUUID } from "node:crypto";
import { sql, type RawBuilder, type Selectable } from "kysely";
import { AnswerMetadata, type ChatMessage } from "../../contract/conversations.ts";
import type { MessageOrigin } from "../../contract/inbox.ts";
import { equals, type Transaction, type Key } from "../database/database.ts";
import type { DB } from "../database/schema.ts";
import type { Events } from "../events.ts";
import { idempotencyKeyReused } from "../errors.ts";
import { openingClause, type Opening } from "./open-conversation.ts";
import type { Answer } from "../answering/answer.ts";

export type ConversationKey = Key<"conversationId">;

/** The condition for the rows of a conversation: `.where(inConversation(key))`. */
export const inConversation = ({ organizationId, conversationId }: ConversationKey) =>
  equals({ organization_id: organizationId, conversation_id: conversationId });

export interface PositionedMessage extends ChatMessage {
  position: number;
}

/** A question, which may not be saved yet. */
export interface NewQuestion extends Opening {
  id: string;
  /** Repeated requests for one question have the same key. Null: every request is a new question. */
  clientKey: string | null;
}

/** The columns that `toChatMessage` needs, and the position. */
const messageColumns = ["id", "role", "content", "metadata", "created_at", "position"] as const;

type MessageRow = Pick<Selectable<DB["messages"]>, (typeof messageColumns)[number]>;

export function toChatMessage(row: Omit<MessageRow, "position">): ChatMessage {
  return {
    id: row.id,
    role: row.role === "user" ? "user" : "assistant",
    content: row.content,
    createdAt: row.created_at.toISOString(),
    metadata: readMetadata(row.metadata),
  };
}

/** Messages of staff have the assistant's role, but no metadata. */
export function originOf(role: string, hasMetadata: boolean): MessageOrigin {
  if (role === "user") return "customer";
  return hasMetadata ? "assistant" : "person";
}

/** The messages of a conversation, with the columns that `toChatMessage` needs. */
export const messagesIn = (trx: Transaction, key: ConversationKey) =>
  trx.selectFrom("messages").select(messageColumns).where(inConversation(key));

/** The newest messages of a conversation before `before`, oldest first. */
export async function readMessages(
  trx: Transaction,
  { limit, before, ...key }: ConversationKey & { limit: number; before?: number | undefined },
): Promise<PositionedMessage[]> {
  let query = messagesIn(trx, key);
  if (before !== undefined) query = query.where("position", "<", before);
  const rows = await query.orderBy("position", "desc").limit(limit).execute();
  return rows.toReversed().map(toPositioned);
}

/** The client key of the answer to a question that was saved before it. */
export const answerKey = ({ id }: Pick<PositionedMessage, "id">): string => `answer ${id}`;

/** The answer to a question, if there is one: the next message, or an answer given after later questions. */
export async function findAnswer(trx: Transaction, key: ConversationKey, question: PositionedMessage) {
  const next = await messagesIn(trx, key)
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
export async function saveQuestion(trx: Transaction, question: NewQuestion): Promise<PositionedMessage> {
  return toPositioned((await insertQuestion(trx, question)) ?? (await findSaved(trx, question, "question")));
}

/** As `saveQuestion`, but returns undefined if the question is saved already. */
export async function insertQuestion(trx: Transaction, question: NewQuestion) {
  const { rows } = await sql<MessageRow>`
    with ${openingClause(question)} saved as (${insertMessages(question, [questionRow(question)])})
    select * from saved`.execute(trx);
  return rows[0];
}

/** The message that was saved under a client key before, if there is one. Throws idempotency_key_reused if it was a different one. */
export async function findSaved(
  trx: Transaction,
  question: Omit<NewQuestion, "id" | "opens">,
  what: "question" | "message",
): Promise<MessageRow | undefined> {
  const saved = await findByKey(trx, question);
  if (saved !== undefined && saved.content !== question.content) throw idempotencyKeyReused(what);
  return saved;
}

const findByKey = (trx: Transaction, { clientKey, ...key }: MessageKey) =>
  messagesIn(trx, key)
    .where("client_key", "=", clientKey ?? null)
    .executeTakeFirst();

type MessageKey = ConversationKey & { clientKey?: string | null };

interface AssistantMessage extends MessageKey {
  content: string;
  metadata: AnswerMetadata;
}

export type Publisher = Pick<Events, "publishing">;

/** Saves a message of the assistant, and notifies open pages. If its client key was used before, returns that message. */
export async function saveAssistantMessage(trx: Transaction, events: Publisher, message: AssistantMessage) {
  const id = randomUUID();
  const { rows } = await sql<MessageRow>`
    with saved as (${insertMessages(message, [answerRow(id, message)])})
    select saved.* from saved, ${notification(events, id, message)}`.execute(trx);
  return toPositioned(rows[0] ?? (await findByKey(trx, message)));
}

/** Saves a question of a known conversation and its answer, and notifies open pages, all in one statement. */
export async function saveExchange(
  trx: Transaction,
  events: Publisher,
  question: NewQuestion,
  answer: AssistantMessage,
): Promise<{ userMessage: ChatMessage; assistantMessage: ChatMessage }> {
  const id = randomUUID();
  const { content, metadata } = answer;
  const { rows } = await sql<Omit<MessageRow, "content" | "metadata">>`
    with saved as (${insertMessages(answer, [questionRow(question), answerRow(id, answer)])})
    select saved.id, saved.role, saved.created_at, saved.position
    from saved, ${notification(events, id, answer)} order by position`.execute(trx);
  const [asked, answered] = rows;
  return {
    userMessage: toPositioned(asked && { ...asked, content: question.content, metadata: null }),
    assistantMessage: toPositioned(answered && { ...answered, content, metadata }),
  };
}

const questionRow = ({ id, content, clientKey }: NewQuestion) =>
  sql`${id}, 'user', ${content}, null, ${clientKey}`;

const answerRow = (id: string, { content, metadata, clientKey = null }: AssistantMessage) =>
  sql`${id}, 'assistant', ${content}, ${JSON.stringify(metadata)}::jsonb, ${clientKey}`;

function insertMessages({ organizationId, conversationId }: ConversationKey, rows: RawBuilder<unknown>[]) {
  return sql`
    insert into messages (organization_id, conversation_id, id, role, content, metadata, client_key)
    values ${sql.join(rows.map((row) => sql`(${organizationId}, ${conversationId}, ${row})`))}
    on conflict do nothing
    returning id, role, content, metadata, created_at, position`;
}

/** Part of a statement that notifies open pages when the transaction commits. */
function notification(events: Publisher, id: string, key: ConversationKey) {
  return sql`(select ${events.publishing(key.organizationId, [messageCreated(key, id)])} offset 0) notified`;
}

/** The event for open pages. The API calls a conversation on any channel a session. */
export const messageCreated = ({ conversationId: sessionId }: ConversationKey, id: string) =>
  ({ type: "message.created", id, sessionId }) as const;

function toPositioned(row: MessageRow | undefined): PositionedMessage {
  if (row === undefined) throw new Error("a message was not saved");
  return { ...toChatMessage(row), position: row.position };
}

/** The metadata of polite messages such as a greeting, which are based on no document. */
export const politeMetadata: AnswerMetadata = {
  kind: "small_talk",
  answered: true,
  sources: [],
  engine: "extractive",
  latencyMs: 0,
};

/** The metadata of a saved answer. Only an answer from documents has a confidence, since nothing else claims anything. */
export function describeAnswer({ content: _content, confidence, ...answer }: Answer, latencyMs: number) {
  return { ...answer, ...(answer.kind === "answer" ? { confidence } : {}), latencyMs };
}

/** Reads stored metadata. Earlier versions saved a confidence with messages that claim nothing; it is left out. */
export function readMetadata(stored: unknown): AnswerMetadata | null {
  if (stored === null) return null;
  const { confidence, ...metadata } = AnswerMetadata.parse(stored);
  return metadata.kind === "answer" && confidence !== undefined ? { ...metadata, confidence } : metadata;
}
