import { SearchX } from "lucide-react";
import { useState } from "react";
import { Card, CardHeader } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Select } from "../../ui/field.tsx";
import { ReadFailed } from "../../ui/read-failed.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type FeedbackFilter, useAllFeedback } from "./api.ts";
import { ExportFeedback } from "./export-feedback.tsx";
import { FeedbackItem } from "./recent-feedback.tsx";
import { sourceLabels } from "./source-badge.tsx";

/** All ratings, page by page, by source and by stars. */
export function AllFeedback({ organizationId }: { organizationId: string }) {
  const [filter, setFilter] = useState<FeedbackFilter>({ source: "", rating: "" });
  const list = useAllFeedback(organizationId, filter);
  const feedback = list.data?.pages.flatMap((page) => page.rows);
  return (
    <Card aria-labelledby="all-feedback">
      <CardHeader
        id="all-feedback"
        title="All feedback"
        actions={
          <div className="flex w-full flex-wrap items-center justify-end gap-2.5 sm:w-auto">
            <ExportFeedback organizationId={organizationId} filter={filter} />
            <Filters filter={filter} onChange={setFilter} />
          </div>
        }
      />
      <div className="mt-4 border-t border-line" aria-busy={list.isPending || list.isPlaceholderData}>
        {list.isPending && <Skeleton className="m-5 h-24" />}
        {list.isError && (
          <ReadFailed what="feedback" error={list.error} onRetry={() => void list.refetch()} />
        )}
        {feedback?.length === 0 && (
          <EmptyState
            icon={SearchX}
            title="No feedback found"
            description="Try a different source or rating."
          />
        )}
        {feedback && feedback.length > 0 && (
          <ul className="divide-y divide-line px-5 sm:px-6">
            {feedback.map((item) => (
              <FeedbackItem key={item.id} item={item} />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <ShowMore pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
        )}
      </div>
    </Card>
  );
}

interface FiltersProps {
  filter: FeedbackFilter;
  onChange: (filter: FeedbackFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <div className="grid w-full grid-cols-2 gap-2.5 sm:w-88">
      <Select
        aria-label="Filter by source"
        value={filter.source}
        onChange={(event) => onChange({ ...filter, source: event.target.value as FeedbackFilter["source"] })}
      >
        <option value="">All sources</option>
        {Object.entries(sourceLabels).map(([source, label]) => (
          <option key={source} value={source}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Filter by rating"
        value={filter.rating}
        onChange={(event) => onChange({ ...filter, rating: event.target.value })}
      >
        <option value="">All ratings</option>
        {[5, 4, 3, 2, 1].map((rating) => (
          <option key={rating} value={rating}>
            {rating === 1 ? "1 star" : `${rating} stars`}
          </option>
        ))}
      </Select>
    </div>
  );
}
