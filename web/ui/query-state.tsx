import type { UseQueryResult } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { sentenceOf } from "../request.ts";
import { EmptyState } from "./empty-state.tsx";
import { Skeleton } from "./skeleton.tsx";

interface QueryStateProps {
  query: Pick<UseQueryResult, "isPending" | "error"> & { refetch: () => Promise<unknown> };
  /** What is being loaded, such as "tickets". */
  what: string;
  /** Classes of the skeleton; without them there is none. */
  skeleton?: string;
}

/** Stands in for data from the server: a skeleton while it loads, an error message if that failed. */
export function QueryState({ query, what, skeleton }: QueryStateProps) {
  if (query.error) {
    return <ReadFailed what={what} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return query.isPending && skeleton ? <Skeleton className={skeleton} /> : null;
}

interface ReadFailedProps {
  what: string;
  error: Error;
  onRetry: () => void;
}

/** Says that something could not be loaded, with a button to try again. */
export function ReadFailed({ what, error, onRetry }: ReadFailedProps) {
  const forbidden = sentenceOf(error, 403);
  return (
    <div role="alert">
      <EmptyState
        icon={PlugZap}
        tone="danger"
        title={`Failed to load ${what}`}
        description={forbidden ?? "Please try refreshing the page"}
        {...(forbidden ? {} : { onRetry })}
      />
    </div>
  );
}
