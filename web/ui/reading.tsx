import type { UseQueryResult } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { sentenceOf } from "../request.ts";
import { EmptyState } from "./empty-state.tsx";
import { Skeleton } from "./skeleton.tsx";

interface ReadingProps {
  query: Pick<UseQueryResult, "isPending" | "error" | "refetch">;
  /** What is read, such as "tickets". */
  what: string;
  /** Classes for the grey shape; none stands there when absent. */
  skeleton?: string;
}

/** Stands where something is read from the server: a grey shape until it is there, or why it could not be read. */
export function Reading({ query, what, skeleton }: ReadingProps) {
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

/** Stands where something could not be read from the server. */
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
