import type { UseQueryResult } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { isUnreachable, serverMessage } from "../request.ts";
import { EmptyState } from "./empty-state.tsx";
import { Skeleton } from "./skeleton.tsx";

type Query = Pick<UseQueryResult, "data" | "isPending" | "error"> & { refetch: () => Promise<unknown> };

/** Two queries as one, for components that need both. */
export const combineQueries = (one: Query, other: Query): Query => ({
  data: one.data && other.data,
  isPending: one.isPending || other.isPending,
  error: one.error ?? other.error,
  refetch: () => Promise.all([one.refetch(), other.refetch()]),
});

/** The error to show. While the server cannot be reached, data that is already shown stays, and the app says why. */
export const problemOf = ({ data, error }: Pick<Query, "data" | "error">): Error | null =>
  data !== undefined && isUnreachable(error) ? null : error;

interface QueryStateProps {
  query: Query;
  /** What is being loaded, such as "tickets". */
  what: string;
  /** Classes of the skeleton; without them there is none. */
  skeleton?: string;
}

/** Shown in place of data: a skeleton while a query loads, or its error with a button to try again. */
export function QueryState({ query, what, skeleton }: QueryStateProps) {
  const problem = problemOf(query);
  if (!problem) return query.isPending && skeleton ? <Skeleton className={skeleton} /> : null;
  const refusal = serverMessage(problem, 403) ?? serverMessage(problem, 404);
  return (
    <EmptyState
      role="alert"
      icon={PlugZap}
      tone="danger"
      title={`Failed to load ${what}`}
      description={refusal ?? "Please try refreshing the page"}
      onRetry={refusal ? undefined : () => void query.refetch()}
    />
  );
}
