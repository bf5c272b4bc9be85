import { sql } from "kysely";
import type { SuggestedQuestions } from "../../../contract/conversations.ts";
import type { Guide } from "../../answering/guidance/guidance.ts";
import { suggestQuestions } from "../../answering/guidance/suggestions.ts";
import type { Context } from "../../context.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import type { Collection } from "../../retrieval/passage.ts";

/** Suggestions, and the guidance that they were made with. */
export interface GuidedSuggestions {
  guide: Guide;
  suggestions: SuggestedQuestions;
}

/**
 * Suggests questions about the documents of one audience, and tells whether they can be answered yet. Earlier suggestions
 * are reused only while the guidance is unchanged, since a topic may have been switched off.
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

/** Whether questions can be answered from the documents of a collection. */
async function readState(trx: Transaction, { organizationId, audience }: Collection) {
  const { rows } = await sql<Pick<SuggestedQuestions, "documents">>`
    select case
      when exists (
        select from index_versions where organization_id = ${organizationId} and audience = ${audience}
      ) then 'ready'
      when exists (
        select from documents d
        join document_versions v on v.organization_id = d.organization_id and v.document_id = d.id
        where d.organization_id = ${organizationId} and d.audience = ${audience} and v.status = 'processing'
      ) then 'being_read'
      else 'none' end as documents
  `.execute(trx);
  return rows[0]?.documents ?? "none";
}
