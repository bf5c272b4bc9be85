import { Card, CardHeader } from "../../ui/card.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { useEmbeddingProgress } from "./api.ts";

/** How many passages can be searched by meaning, if an embedding server is set up. */
export function EmbeddingProgressCard({ organizationId }: { organizationId: string }) {
  const progress = useEmbeddingProgress(organizationId);
  if (progress.isError) return <QueryState query={progress} what="the embeddings" />;
  if (progress.data === undefined || progress.data.model === null) return null;
  const { model, passages, embedded, searched } = progress.data;
  return (
    <Card>
      <CardHeader
        title="Search by meaning"
        description={`${model} finds passages that match a question's meaning, not only its words. Passages and questions are sent to its server.`}
      />
      <div role="status" className="grid gap-3 p-5 text-sm sm:p-6">
        <p className="tabular-nums">{sentence(embedded, passages)}</p>
        {!searched && (
          <p className="rounded-xl bg-ochre-tint px-4 py-3 font-medium text-ochre-ink">
            There are too many passages to search by meaning in memory, so search uses their words only. To
            search by meaning, run this server on PostgreSQL with pgvector 0.8 or newer.
          </p>
        )}
      </div>
    </Card>
  );
}

function sentence(embedded: number, passages: number): string {
  if (passages === 0)
    return "No passages yet. Passages are embedded automatically when you upload a document.";
  const counted = `${embedded.toLocaleString("en-ZA")} of ${passages.toLocaleString("en-ZA")} passages embedded.`;
  return embedded < passages
    ? `${counted} Until they are embedded, the others are searched by their words only.`
    : counted;
}
