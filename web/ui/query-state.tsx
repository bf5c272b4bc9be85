import type { UseQueryResult } from "@tanstack/react-query";
import { PlugZap, type LucideIcon } from "lucide-react";
import { isUnreachable, serverMessage } from "../request.ts";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { clsx } from "clsx";

/** A grey shape in place of content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx("animate-pulse rounded-lg bg-sunken", className)} />;
}

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  description?: ReactNode;
  /** What the person can do next. */
  action?: ReactNode;
  onRetry?: (() => void) | undefined;
  tone?: "neutral" | "danger";
  role?: "alert";
}

export function EmptyState({ icon: Icon, title, description, tone = "neutral", ...props }: EmptyStateProps) {
  const action = props.onRetry ? (
    <Button variant="secondary" onClick={props.onRetry} label="Try again" />
  ) : (
    props.action
  );
  const colours = tone === "danger" ? "bg-danger-tint text-danger-ink" : "bg-clay-tint text-clay-ink";
  return (
    <div role={props.role} className="flex flex-col items-center px-5 py-12 text-center">
      <span className={`grid size-14 rotate-45 place-items-center rounded-xl ${colours}`}>
        <Icon aria-hidden className="size-6 -rotate-45" />
      </span>
      <p className="mt-6 font-display text-lg font-semibold text-balance">{title}</p>
      {description && <p className="mt-1 max-w-md text-sm text-balance text-ink-soft">{description}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

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
