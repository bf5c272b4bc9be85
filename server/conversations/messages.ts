import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AnswerMetadata, ChatMessage } from "../../contract/conversations.ts";
import type { Transaction } from "../database/database.ts";
import type { Events } from "../events.ts";
import { idempotencyKeyReused } from "../errors.ts";
import { readMetadata } from "./answer-metadata.ts";

export interface SessionKey {
  organizationId: string;
  sessionId: string;
}

/** A message and its place in its session. */
export interface PlacedMessage extends ChatMessage {
  position: number;
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

/** The newest messages of a session before `before`, oldest first. */
export async function readMessages(
  trx: Transaction,
  { organizationId, sessionId, limit, before }: SessionKey & { limit: number; before?: number | undefined },
): Promise<PlacedMessage[]> {
  let query = trx
    .selectFrom("chat_messages")
    .select(columns)
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId);
  if (before !== undefined) query = query.where("position", "<", before);
  const rows = await query.orderBy("position", "desc").limit(limit).execute();
  return rows.toReversed().map((row) => ({ ...toChatMessage(row), position: row.position }));
}

/**
 * Saves a question; under a key that was used before, finds the one that was saved then. Throws
 * idempotency_key_reused where that was another question.
 */
export async function saveQuestion(
  trx: Transaction,
  {
    organizationId,
    sessionId,
    content,
    clientKey,
  }: SessionKey & { content: string; clientKey: string | null },
): Promise<PlacedMessage> {
  const row =
    (await trx
      .insertInto("chat_messages")
      .values({
        organization_id: organizationId,
        session_id: sessionId,
        role: "user",
        content,
        client_key: clientKey,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst()) ??
    (await trx
      .selectFrom("chat_messages")
      .select(columns)
      .where("organization_id", "=", organizationId)
      .where("session_id", "=", sessionId)
      .where("client_key", "=", clientKey)
      .executeTakeFirstOrThrow());
  if (row.content !== content) throw idempotencyKeyReused("question");
  return { ...toChatMessage(row), position: row.position };
}

/** The answer that stands right after a message, if there is one. */
export async function findAnswer(
  trx: Transaction,
  { organizationId, sessionId, position }: SessionKey & { position: number },
): Promise<ChatMessage | null> {
  const next = await trx
    .selectFrom("chat_messages")
    .select(columns)
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .where("position", ">", position)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  return next?.role === "assistant" ? toChatMessage(next) : null;
}

export async function saveAnswer(
  trx: Transaction,
  {
    organizationId,
    sessionId,
    content,
    metadata,
  }: SessionKey & { content: string; metadata: AnswerMetadata },
): Promise<ChatMessage> {
  const row = await trx
    .insertInto("chat_messages")
    .values({
      organization_id: organizationId,
      session_id: sessionId,
      role: "assistant",
      content,
      metadata: JSON.stringify(metadata),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toChatMessage(row);
}

/** Saves what the assistant says, and tells open pages of it. */
export async function sayInSession(
  trx: Transaction,
  events: Pick<Events, "publishing">,
  {
    organizationId,
    sessionId,
    content,
    metadata,
  }: SessionKey & { content: string; metadata: AnswerMetadata },
): Promise<ChatMessage> {
  const id = randomUUID();
  const event = { type: "message.created", id, sessionId } as const;
  const { rows } = await sql<MessageRow>`
    with saved as (
      insert into chat_messages (id, organization_id, session_id, role, content, metadata)
      values (${id}, ${organizationId}, ${sessionId}, 'assistant', ${content}, ${JSON.stringify(metadata)}::jsonb)
      returning id, role, content, metadata, created_at
    )
    select saved.* from saved, (select ${events.publishing(organizationId, event)} offset 0) told`.execute(
    trx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("a message was not saved");
  return toChatMessage(row);
}
