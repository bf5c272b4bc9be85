import type { Transaction } from "../database/database.ts";
import type { Events } from "../events.ts";
import type { ConversationKey } from "./messages.ts";

/** Stops the answer that a model is writing in a conversation, in any process. Sentences confirmed so far are kept. */
export const stopAnswer = (
  trx: Transaction,
  { events }: { events: Events },
  { organizationId, conversationId: sessionId }: ConversationKey,
): Promise<void> => events.publish(trx, organizationId, { type: "answer.stopped", sessionId });

/** The signal is aborted when the answer of this conversation is stopped. */
export function listenForStop(events: Pick<Events, "subscribe">, key: ConversationKey) {
  const controller = new AbortController();
  const close = events.subscribe(key.organizationId, (event) => {
    if (event.type === "answer.stopped" && event.sessionId === key.conversationId) controller.abort();
  });
  return { signal: controller.signal, close };
}
