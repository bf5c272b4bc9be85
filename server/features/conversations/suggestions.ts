import type { Audience } from "../../../contract/common.ts";
import type { SuggestedQuestions } from "../../../contract/conversations.ts";
import type { Guide } from "../../answering/guidance/guidance.ts";
import { suggestQuestions } from "../../answering/guidance/suggestions.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";

/** Suggestions, and the guidance that they were made under. */
export interface GuidedSuggestions {
  guide: Guide;
  suggestions: SuggestedQuestions;
}

/**
 * Suggests questions about the documents of one audience, and tells whether there are any documents. Earlier
 * suggestions are reused only under the same guidance, since a topic may have been switched off.
 */
export async function readSuggestions(
  context: Pick<Context, "db" | "guidance" | "retrieveByWords">,
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
