import type { WebhookAnswer, WebhookQuestion } from "../../../contract/webhook.ts";
import type { KeyPrincipal } from "../../auth/api-keys.ts";
import { withTenant } from "../../database/database.ts";
import { forbidden } from "../../errors.ts";
import { exchange, type ExchangeTools } from "../../pipeline/converse/exchange.ts";
import { conversationOf, rememberRequest } from "./conversations.ts";

/**
 * Answers a program's question from the documents that its key may ask. The same Idempotency-Key with
 * the same body gives the same answer. Throws forbidden, not_found for a conversation of others,
 * idempotency_key_reused.
 */
export async function answerQuestion(
  tools: ExchangeTools,
  key: KeyPrincipal,
  body: WebhookQuestion,
  idempotencyKey: string | undefined,
): Promise<WebhookAnswer> {
  const { question, type } = body;
  if (!key.permissions[type]) throw forbidden(`This API key may not ask the ${type} documents.`);
  const { organizationId } = key;
  const { sessionId, clientKey } = await withTenant(tools.db, organizationId, async (trx) => {
    if (idempotencyKey === undefined) {
      return { sessionId: await conversationOf(trx, key, body), clientKey: null };
    }
    const request = await rememberRequest(trx, key, body, idempotencyKey);
    return { sessionId: request.sessionId, clientKey: `webhook ${request.id}` };
  });
  const { assistantMessage } = await exchange(tools, {
    organizationId,
    sessionId,
    audience: type,
    content: question,
    clientKey,
  });
  // A message without metadata is a person's: it stands on no document.
  const { confidence, answered, sources } = assistantMessage.metadata ?? {
    confidence: 1,
    answered: true,
    sources: [],
  };
  return {
    answer: assistantMessage.content,
    confidence,
    answered,
    sources,
    conversationId: sessionId,
  };
}
