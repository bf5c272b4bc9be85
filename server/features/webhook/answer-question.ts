import { randomUUID } from "node:crypto";
import type { ChatMessage } from "../../../contract/conversations.ts";
import type { WebhookAnswer, WebhookQuestion } from "../../../contract/webhook.ts";
import type { KeyPrincipal } from "../../auth/api-keys.ts";
import type { Config } from "../../config.ts";
import { detectAnswerLanguage } from "../../language/answer-language.ts";
import { sourceWords } from "../../language/replies.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import { forbidden } from "../../errors.ts";
import { exchange, type ExchangeTools, type Question } from "../../conversations/exchange.ts";
import { findAnswer, saveQuestion } from "../../conversations/messages.ts";
import { leaseEnd } from "../../conversations/turns.ts";
import { quoteSources } from "../../conversations/outbox/name-sources.ts";
import { addToOpenTicket } from "../../conversations/hand-off/open-tickets.ts";
import { beginConversation, conversationOf, isTakenOver, rememberRequest } from "./conversations.ts";

export interface WebhookTools extends ExchangeTools {
  config: Pick<Config, "publicUrl">;
}

/** Said to a customer whose conversation a person has taken over. */
const personAnswers = "A member of our team has taken over this conversation and will reply here.";

/**
 * Answers a program's question from the documents that its key may ask. The same Idempotency-Key with
 * the same body gives the same answer. While a person has the conversation the question is kept for
 * them. Throws forbidden, not_found for a conversation of others, idempotency_key_reused, overloaded and
 * too_many_requests.
 */
export async function answerQuestion(
  tools: WebhookTools,
  key: KeyPrincipal,
  body: WebhookQuestion,
  idempotencyKey: string | undefined,
): Promise<WebhookAnswer> {
  const { organizationId, permissions } = key;
  if (!permissions[body.type]) throw forbidden(`This API key has no permission for ${body.type} documents.`);
  await tools.questions.admit(organizationId);
  const isNew = body.conversationId === undefined && idempotencyKey === undefined;
  const { takenOver, ...opened } = isNew
    ? openNew(key, body)
    : await openKnown(tools, key, body, idempotencyKey);
  const question = { organizationId, audience: body.type, content: body.question, ...opened };
  const message = takenOver
    ? await keepForPerson(tools, question)
    : await answerUnlessTakenOver(tools, question);
  return toAnswer(opened.sessionId, message, `${tools.config.publicUrl}/api/webhook/hand-off`);
}

type Opened = Pick<Question, "sessionId" | "clientKey" | "open"> & { takenOver: boolean };

/** A conversation that nobody can know yet is made in the transaction that saves its first question. */
function openNew({ organizationId }: KeyPrincipal, { question, type }: WebhookQuestion): Opened {
  const sessionId = randomUUID();
  const open = (trx: Transaction) =>
    beginConversation(trx, organizationId, { sessionId, question, type, busyUntil: leaseEnd });
  return { sessionId, clientKey: null, takenOver: false, open };
}

async function openKnown(
  { db }: ExchangeTools,
  key: KeyPrincipal,
  body: WebhookQuestion,
  idempotencyKey: string | undefined,
): Promise<Opened> {
  const { organizationId } = key;
  return withTenant(db, organizationId, async (trx) => {
    const request =
      idempotencyKey === undefined
        ? { id: null, sessionId: await conversationOf(trx, key, body) }
        : await rememberRequest(trx, key, body, idempotencyKey);
    return {
      sessionId: request.sessionId,
      clientKey: request.id === null ? null : `webhook ${request.id}`,
      takenOver:
        body.conversationId !== undefined &&
        (await isTakenOver(trx, { organizationId, sessionId: request.sessionId })),
    };
  });
}

class TakenOverError extends Error {
  override name = "TakenOverError";
}

/** The assistant's answer; null where a person took over while it was being looked for. */
async function answerUnlessTakenOver(tools: ExchangeTools, question: Question): Promise<ChatMessage | null> {
  const { organizationId, sessionId } = question;
  const mayAnswer = async (trx: Transaction): Promise<void> => {
    if (await isTakenOver(trx, question)) throw new TakenOverError();
  };
  try {
    return (await exchange(tools, { ...question, mayAnswer })).assistantMessage;
  } catch (error) {
    if (!(error instanceof TakenOverError)) throw error;
    await withTenant(tools.db, organizationId, async (trx) => {
      await addToOpenTicket(trx, tools, { organizationId, sessionId }, question.content);
      await tools.events.publish(trx, organizationId, { type: "conversation.updated", id: sessionId });
    });
    return null;
  }
}

/** Saves a question without answering it; the answer that it has all the same, or null. */
async function keepForPerson(tools: ExchangeTools, question: Question): Promise<ChatMessage | null> {
  const { organizationId, sessionId } = question;
  return withTenant(tools.db, organizationId, async (trx) => {
    const { id, position } = await saveQuestion(trx, question);
    await tools.events.publish(trx, organizationId, { type: "message.created", id, sessionId });
    await addToOpenTicket(trx, tools, { organizationId, sessionId }, question.content);
    return findAnswer(trx, { organizationId, sessionId, position });
  });
}

function toAnswer(conversationId: string, message: ChatMessage | null, handOffUrl: string): WebhookAnswer {
  if (message === null) {
    const answer = personAnswers;
    return { answer, kind: "hand_off", answered: false, sources: [], conversationId, handOff: null };
  }
  const { content, metadata } = message;
  // A message without metadata is a person's: it stands on no document.
  if (metadata === null) {
    return { answer: content, kind: "answer", answered: true, sources: [], conversationId, handOff: null };
  }
  const { kind, answered, sources, confidence, fallback, ticketNumber } = metadata;
  const mayHelp = kind === "may_help";
  return {
    answer: mayHelp ? quoteSources(content, sources, sourceWords[detectAnswerLanguage(content)]) : content,
    kind,
    answered,
    sources,
    conversationId,
    handOff: mayHelp || kind === "unknown" ? handOffUrl : null,
    confidence,
    fallback,
    ticketNumber,
  };
}
