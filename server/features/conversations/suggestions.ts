import type { Audience } from "../../../contract/common.ts";
import type { SuggestedQuestions } from "../../../contract/conversations.ts";
import { suggestQuestions } from "../../answering/guidance/suggestions.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";

/** What can be asked of the documents of one audience, and whether there are any. */
export async function readSuggestions(
  context: Pick<Context, "db" | "guidance" | "retrieve">,
  collection: { organizationId: string; audience: Audience },
): Promise<SuggestedQuestions> {
  const { organizationId, audience } = collection;
  return withTenant(context.db, organizationId, async (trx) => {
    const document = await trx
      .selectFrom("index_versions")
      .select("segment")
      .where("organization_id", "=", organizationId)
      .where("audience", "=", audience)
      .limit(1)
      .executeTakeFirst();
    const questions = await suggestQuestions(trx, context, { organizationId, audience });
    return { hasDocuments: document !== undefined, questions };
  });
}
