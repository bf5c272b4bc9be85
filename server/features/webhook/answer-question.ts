import { randomUUID } from "node:crypto";
import type { ChatMessage } from "../../../contract/conversations.ts";
import { WebhookAnswer, type WebhookQuestion } from "../../../contract/webhook.ts";
import type { KeyPrincipal } from "../../auth/api-keys.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import { forbidden } from "../../errors.ts";
import { exchange, type ExchangeTools } from "../../conversations/exchange.ts";
import { textOfMessage } from "../../conversations/outbox/name-sources.ts";
import { findOrOpen } from "./conversations.ts";

const personAnswers = "A member of our team has taken over this conversation and will reply here.";

/**
 * Answers a program's question from the documents that its key may query. The same Idempotency-Key with the same body
 * gives the same answer. While a person handles the conversation, the question is saved for them. Throws forbidden,
 * not_found for a conversation of others, idempotency_key_reused, overloaded and too_many_requests.
 */
export async function answerQuestion(
  tools: ExchangeTools & Pick<Context, "config">,
  key: KeyPrincipal,
  body: WebhookQuestion,
  idempotencyKey: string | undefined,
): Promise<WebhookAnswer> {
  const { organizationId, permissions } = key;
  if (!permissions[body.type]) throw forbidden(`This API key has no permission for ${body.type} documents.`);
  await tools.questions.admit(organizationId);
  // A new conversation is created in the transaction that saves its first question.
  const isFirst = body.conversationId === undefined && idempotencyKey === undefined;
  const found = isFirst
    ? { conversationId: randomUUID(), clientKey: null, opens: body.type }
    : await withTenant(tools.db, organizationId, (trx) => findOrOpen(trx, key, body, idempotencyKey));
  const question = { organizationId, content: body.question, ...found };
  const { assistantMessage } = await exchange(tools, question);
  return toAnswer(found.conversationId, assistantMessage, `${tools.config.publicUrl}/api/webhook/hand-off`);
}

function toAnswer(conversationId: string, message: ChatMessage | null, handOffUrl: string): WebhookAnswer {
  const plain = { conversationId, sources: [], handOff: null };
  if (message === null) return { answer: personAnswers, kind: "hand_off", answered: false, ...plain };
  // A message without metadata is a person's, and is based on no document.
  if (message.metadata === null) return { answer: message.content, kind: "answer", answered: true, ...plain };
  const { kind, answered } = message.metadata;
  const handOff = answered || kind === "hand_off" ? null : handOffUrl;
  return WebhookAnswer.parse({
    ...message.metadata,
    answer: textOfMessage(message),
    conversationId,
    handOff,
  });
}
