import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { SuggestedQuestions } from "../../../contract/conversations.ts";
import type { Guide } from "../../answering/guidance/guidance.ts";
import { suggestQuestions } from "../../answering/guidance/suggestions.ts";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import type { Collection } from "../../retrieval/passage.ts";

/** Suggestions are cached this long, since finding them costs as much as several answers. */
const timeToLiveMs = 60_000;

/**
 * Suggests questions about the documents of one audience, and tells whether they can be answered yet. Cached suggestions
 * are reused only while the guidance is unchanged, since a topic may have been switched off.
 */
export function openSuggestions(context: Pick<Context, "guidance" | "retrieveByWords">) {
  const cache = new LRUCache<string, { guide: Guide; suggestions: SuggestedQuestions }>({
    max: 1000,
    ttl: timeToLiveMs,
  });
  return async (trx: Transaction, collection: Collection): Promise<SuggestedQuestions> => {
    const guide = await context.guidance.of(trx, collection.organizationId);
    const key = `${collection.organizationId} ${collection.audience}`;
    const cached = cache.get(key);
    if (cached?.guide === guide) return cached.suggestions;
    const documents = await readState(trx, collection);
    const questions = await suggestQuestions(trx, context, collection);
    const suggestions = { documents, questions };
    if (documents === "ready" && questions.length > 0) cache.set(key, { guide, suggestions });
    return suggestions;
  };
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
