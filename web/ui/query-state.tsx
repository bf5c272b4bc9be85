import type { UseQueryResult } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { serverMessage } from "../request.ts";
import { EmptyState } from "./empty-state.tsx";
import { Skeleton } from "./skeleton.tsx";

type Query = Pick<UseQueryResult, "isPending" | "error"> & { refetch: () => Promise<unknown> };

/** Two queries as one, for components that need both. */
export const combineQueries = (one: Query, other: Query): Query => ({
  isPending: one.isPending || other.isPending,
  error: one.error ?? other.error,
  refetch: () => Promise.all([one.refetch(), other.refetch()]),
});

interface QueryStateProps {
  query: Query;
  /** What is being loaded, such as "tickets". */
  what: string;
  /** Classes of the skeleton; without them there is none. */
  skeleton?: string;
}

/** Shown in place of data: a skeleton while a query loads, or its error with a button to try again. */
export function QueryState({ query, what, skeleton }: QueryStateProps) {
  if (!query.error) return query.isPending && skeleton ? <Skeleton className={skeleton} /> : null;
  const forbidden = serverMessage(query.error, 403);
  return (
    <EmptyState
      role="alert"
      icon={PlugZap}
      tone="danger"
      title={`Failed to load ${what}`}
      description={forbidden ?? "Please try refreshing the page"}
      onRetry={forbidden ? undefined : () => void query.refetch()}
    />
  );
}
