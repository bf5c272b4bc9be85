import type { Audience } from "../../../contract/common.ts";
import type { SuggestedQuestions } from "../../../contract/conversations.ts";
import type { Guide } from "../../answering/guidance/guidance.ts";
import { suggestQuestions } from "../../answering/guidance/suggestions.ts";
import type { Context } from "../../context.ts";
import { inTenant, withTenant, type Transaction } from "../../database/database.ts";

interface Collection {
  organizationId: string;
  audience: Audience;
}

/** Suggestions, and the guidance that they were made under. */
export interface GuidedSuggestions {
  guide: Guide;
  suggestions: SuggestedQuestions;
}

/**
 * Suggests questions about the documents of one audience, and tells whether they can be asked yet. Earlier
 * suggestions are reused only under the same guidance, since a topic may have been switched off.
 */
export async function readSuggestions(
  context: Pick<Context, "db" | "guidance" | "retrieveByWords">,
  collection: Collection,
  before?: GuidedSuggestions,
): Promise<GuidedSuggestions> {
  return withTenant(context.db, collection.organizationId, async (trx) => {
    const guide = await context.guidance.of(trx, collection.organizationId);
    if (before?.guide === guide) return before;
    const documents = await readState(trx, collection);
    const questions = await suggestQuestions(trx, context, collection);
    return { guide, suggestions: { documents, questions } };
  });
}

/** Whether the documents of a collection can be asked. */
async function readState(
  trx: Transaction,
  { organizationId, audience }: Collection,
): Promise<SuggestedQuestions["documents"]> {
  const ready = await trx
    .selectFrom("index_versions")
    .select("segment")
    .where("organization_id", "=", organizationId)
    .where("audience", "=", audience)
    .limit(1)
    .executeTakeFirst();
  if (ready !== undefined) return "ready";
  const beingRead = await trx
    .selectFrom("documents")
    .innerJoin("document_versions", inTenant("document_versions.document_id", "documents.id"))
    .select("documents.id")
    .where("documents.organization_id", "=", organizationId)
    .where("documents.audience", "=", audience)
    .where("document_versions.status", "=", "processing")
    .limit(1)
    .executeTakeFirst();
  return beingRead === undefined ? "none" : "being_read";
}
