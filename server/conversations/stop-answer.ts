import { withTenant, type Database } from "../database/database.ts";
import type { Events } from "../events.ts";
import type { SessionKey } from "./messages.ts";

/** Has the answer that a model is writing in a session end with what is confirmed of it, whichever process writes. */
export async function stopAnswer(
  { db, events }: { db: Database; events: Events },
  { organizationId, sessionId }: SessionKey,
): Promise<void> {
  await withTenant(db, organizationId, (trx) =>
    events.publish(trx, organizationId, { type: "answer.stopped", sessionId }),
  );
}

/** Aborts the signal when somebody stops the answer of this session. */
export function listenForStop(
  events: Pick<Events, "subscribe">,
  { organizationId, sessionId }: SessionKey,
): { signal: AbortSignal; close: () => void } {
  const controller = new AbortController();
  const close = events.subscribe(organizationId, (event) => {
    if (event.type === "answer.stopped" && event.sessionId === sessionId) controller.abort();
  });
  return { signal: controller.signal, close };
}
