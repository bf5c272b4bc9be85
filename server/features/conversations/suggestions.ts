import type { Audience } from "../../../contract/common.ts";
import type { SuggestedQuestions } from "../../../contract/conversations.ts";
import type { Guide } from "../../answering/guidance/guidance.ts";
import { suggestQuestions } from "../../answering/guidance/suggestions.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";

/** What was suggested, and what the organization wanted said then. */
export interface GuidedSuggestions {
  guide: Guide;
  suggestions: SuggestedQuestions;
}

/**
 * What can be asked of the documents of one audience, and whether there are any. What was suggested before holds
 * only as long as its guide: a topic may have been switched off since.
 */
export async function readSuggestions(
  context: Pick<Context, "db" | "guidance" | "retrieve">,
  collection: { organizationId: string; audience: Audience },
  before?: GuidedSuggestions,
): Promise<GuidedSuggestions> {
  const { organizationId, audience } = collection;
  return withTenant(context.db, organizationId, async (trx) => {
    const guide = await context.guidance.of(trx, organizationId);
    if (before?.guide === guide) return before;
    const document = await trx
      .selectFrom("index_versions")
      .select("segment")
      .where("organization_id", "=", organizationId)
      .where("audience", "=", audience)
      .limit(1)
      .executeTakeFirst();
    const questions = await suggestQuestions(trx, context, { organizationId, audience });
    return { guide, suggestions: { hasDocuments: document !== undefined, questions } };
  });
}
