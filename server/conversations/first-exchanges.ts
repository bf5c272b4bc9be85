import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Audience } from "../../contract/common.ts";
import type { AnswerMetadata, ChatMessage } from "../../contract/conversations.ts";
import { begin, commit, rollback, violates, type Transaction } from "../database/database.ts";
import { inBatches } from "../database/in-batches.ts";
import { andCommit } from "../database/preparing-client.ts";
import { findRows } from "../database/rows.ts";
import { messageCreated, type ConversationKey, type Publisher } from "./messages.ts";
import { conversationSearchText, titleOfConversation } from "./open-conversation.ts";

/** A question that opens its conversation and has no client key, with its answer. */
export interface FirstExchange extends ConversationKey {
  opens: Audience;
  questionId: string;
  question: string;
  answer: string;
  metadata: AnswerMetadata;
}

interface PendingExchange extends FirstExchange {
  trx: Transaction;
  answerId: string;
}

/**
 * Saves new conversations with their question and answer, and notifies open pages. Those of one organization that arrive
 * at the same time share one statement and one commit, in the transaction of the first. The transactions of the others
 * must write nothing else, because it would not be part of that commit.
 */
export type FirstExchanges = ReturnType<typeof openFirstExchanges>;

export function openFirstExchanges(events: Publisher) {
  const saveTogether = inBatches(async (all: PendingExchange[]) => {
    const [{ trx, organizationId }] = all as [PendingExchange];
    try {
      const createdAt = await insert(trx, events, organizationId, all);
      await commit(trx);
      return all.map((each) => messagesOf(each, createdAt));
    } catch (error) {
      await rollback(trx);
      // Each exchange is then tried again alone.
      await begin(trx, organizationId);
      // An earlier attempt has committed, but the connection was lost before it was confirmed.
      const isSaved = violates(error, "conversations_pkey") || violates(error, "messages_pkey");
      if (!isSaved) throw error;
      const createdAt = await readSaved(trx, organizationId, all);
      return all.map((each) => messagesOf(each, createdAt));
    }
  });
  return (trx: Transaction, first: FirstExchange) =>
    saveTogether(first.organizationId, { trx, ...first, answerId: randomUUID() });
}

/** When each message of exchanges that are saved already was created, by message id. */
async function readSaved(trx: Transaction, organizationId: string, all: PendingExchange[]) {
  const id = all.flatMap(({ questionId, answerId }) => [questionId, answerId]);
  const values = { organization_id: organizationId, id };
  const rows = await findRows(trx, "messages", values, ["id", "created_at"]);
  return new Map(rows.map((row) => [row.id, row.created_at]));
}

/** Saves the exchanges. Returns when each message was created, by message id. */
async function insert(trx: Transaction, events: Publisher, organizationId: string, all: PendingExchange[]) {
  const each = (value: (pending: PendingExchange) => string): string[] => all.map(value);
  const title = ({ question }: PendingExchange): string => titleOfConversation(question);
  const { rows } = await sql<{ id: string; created_at: Date }>`${sql.raw(andCommit)}
    with pending as (
      select * from unnest(
        ${each(({ conversationId }) => conversationId)}::uuid[], ${each(({ opens }) => opens)}::text[],
        ${each(title)}::text[], ${each((pending) => conversationSearchText(title(pending)))}::text[],
        ${each(({ questionId }) => questionId)}::uuid[], ${each(({ question }) => question)}::text[],
        ${each(({ answerId }) => answerId)}::uuid[], ${each(({ answer }) => answer)}::text[],
        ${each(({ metadata }) => JSON.stringify(metadata))}::text[]
      ) with ordinality as pending
        (conversation_id, audience, title, search_text, question_id, question, answer_id, answer, metadata, number)
    ), conversation as (
      insert into conversations (id, organization_id, audience, channel, title, has_messages,
        last_customer_message_at, search_text)
      select conversation_id, ${organizationId}, audience, 'webhook', title, true, now(), search_text from pending
    ), saved as (
      insert into messages (organization_id, conversation_id, id, role, content, metadata)
      select ${organizationId}, conversation_id, message.*
      from pending cross join lateral (values
        (question_id, 'user', question, null), (answer_id, 'assistant', answer, metadata::jsonb)
      ) message (id, role, content, metadata)
      order by number, role desc
      returning id, created_at
    )
    select saved.* from saved, (select ${events.publishing(
      organizationId,
      all.map((pending) => messageCreated(pending, pending.answerId)),
    )} offset 0) notified`.execute(trx);
  return new Map(rows.map((row) => [row.id, row.created_at]));
}

function messagesOf(pending: PendingExchange, createdAt: Map<string, Date>) {
  const { questionId, question, answerId, answer, metadata } = pending;
  const withTime = <Message extends Pick<ChatMessage, "id">>(message: Message) => {
    const created = createdAt.get(message.id);
    if (created === undefined) throw new Error("a message was not saved");
    return { ...message, createdAt: created.toISOString() };
  };
  return {
    userMessage: withTime({ id: questionId, role: "user" as const, content: question, metadata: null }),
    assistantMessage: withTime({ id: answerId, role: "assistant" as const, content: answer, metadata }),
  };
}
