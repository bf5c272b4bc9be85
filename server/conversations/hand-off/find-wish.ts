import type { Audience } from "../../../contract/common.ts";
import type { ChatMessage } from "../../../contract/conversations.ts";
import { sureMatch } from "../../answering/curated/curated-index.ts";
import type { Guidance } from "../../answering/guidance/guidance.ts";
import type { Transaction } from "../../database/database.ts";
import type { UnderstoodMessage } from "../../language/understand-message.ts";

/**
 * Whether a message wishes for what only a person can give, so that it is handed over at once. Not where the
 * organization has written an answer to it, nor where the customer has undone the hand-off of the same words.
 */
export async function isForPerson(
  trx: Transaction,
  { guidance }: { guidance: Guidance },
  { organizationId, audience }: { organizationId: string; audience: Audience },
  understood: UnderstoodMessage,
  history: readonly Pick<ChatMessage, "role" | "content" | "metadata">[],
): Promise<boolean> {
  if (understood.wish === null || wasUndone(understood.text, history)) return false;
  const guide = await guidance.of(trx, organizationId);
  const match = guide.curated[audience].find(understood.question);
  return match === null || match.confidence < sureMatch;
}

function wasUndone(
  text: string,
  history: readonly Pick<ChatMessage, "role" | "content" | "metadata">[],
): boolean {
  return history.some(
    ({ metadata }, at) => metadata?.undone === true && history[at - 1]?.content.trim() === text.trim(),
  );
}
