import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { type LucideIcon, PlugZap, SearchX } from "lucide-react";
import { type Page, isUnauthorized, isUnreachable, serverMessage } from "../request.ts";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx("animate-pulse rounded-lg bg-sunken", className)} />;
}

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  description?: ReactNode;
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

/** Shown in place of a list in which no row matches the filters. */
export function NothingFound({ what }: { what: string }) {
  return <EmptyState icon={SearchX} title={`No ${what} found`} description="Try different filters." />;
}

type Query = Pick<UseQueryResult, "data" | "isPending" | "error"> & { refetch: () => Promise<unknown> };

/** Two queries as one, for components that need both. */
export const combineQueries = (one: Query, other: Query): Query => ({
  data: one.data && other.data,
  isPending: one.isPending || other.isPending,
  error: one.error ?? other.error,
  refetch: () => Promise.all([one.refetch(), other.refetch()]),
});

/**
 * The error to show. While the server cannot be reached, data that is already shown stays, and the app says why. Someone
 * who is signed out is about to leave the screen.
 */
export const problemOf = ({ data, error }: Pick<Query, "data" | "error">): Error | null =>
  isUnauthorized(error) || (data !== undefined && isUnreachable(error)) ? null : error;

interface QueryStateProps {
  query: Query;
  /** What is being loaded, such as "tickets". */
  what: string;
  /** The skeleton, or its classes; without it there is none. */
  skeleton?: ReactNode;
}

/** Shown in place of data: a skeleton while a query loads, or its error with a button to try again. */
export function QueryState({ query, what, skeleton }: QueryStateProps) {
  const problem = problemOf(query);
  const skeletonShape = typeof skeleton === "string" ? <Skeleton className={skeleton} /> : skeleton;
  if (!problem) return query.data === undefined ? skeletonShape : null;
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

export type PagedList<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>>>;

/** The query of a list that is fetched at once or page by page. */
export type List<Row> = UseQueryResult<Row[]> | PagedList<Row>;

interface QueryListProps<Row> {
  list: List<Row>;
  /** What the list contains, as in "Failed to load …". */
  what: string;
  className?: string;
  skeleton?: ReactNode;
  empty: ReactNode;
  /** Classes and label of the `ul`. */
  rows?: { className?: string; label?: string };
  /** Another order of the rows than the server's. */
  arrange?: (rows: Row[]) => Row[];
  children: (row: Row) => ReactNode;
}

/** A list from the server, with its loading, error and empty states and a button for the next page. */
export function QueryList<Row>(props: QueryListProps<Row>) {
  const { list, what, className = "mt-4 border-t border-line", skeleton = "m-5 h-24" } = props;
  const loaded = rowsOf(list);
  const rows = loaded && props.arrange ? props.arrange(loaded) : loaded;
  return (
    <div
      className={clsx(className, list.isPlaceholderData && "opacity-60")}
      aria-busy={list.isPending || list.isPlaceholderData}
    >
      <QueryState query={list} what={what} skeleton={skeleton} />
      {rows?.length === 0 && props.empty}
      {rows && rows.length > 0 && (
        <ul aria-label={props.rows?.label} className={clsx("divide-y divide-line", props.rows?.className)}>
          {rows.map(props.children)}
        </ul>
      )}
      {"hasNextPage" in list && list.hasNextPage && (
        <div className="border-t border-line p-4 text-center">
          <Button
            variant="secondary"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
            label="Show more"
          />
        </div>
      )}
    </div>
  );
}

export const hasRows = <Row,>(list: List<Row>): boolean => (rowsOf(list)?.length ?? 0) > 0;

export function rowsOf<Row>(list: List<Row>): Row[] | undefined {
  return "hasNextPage" in list ? list.data?.pages.flatMap((page) => page.rows) : list.data;
}

export function ShowEarlier<Row>({ list }: { list: PagedList<Row> }) {
  return (
    <Button size="small" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Show earlier messages
    </Button>
  );
}

interface ListCardProps<Row> extends Pick<QueryListProps<Row>, "list" | "what" | "skeleton" | "children"> {
  title: string;
  description?: string;
  empty: { icon: LucideIcon; title: string; description: string };
  /** The button that adds a row, shown in the header once there are rows and, until then, in their place. */
  create?: ReactNode;
  /** Shown before that button in the header. */
  actions?: ReactNode;
}

export function ListCard<Row>(props: ListCardProps<Row>) {
  const { title, description, empty, create, actions, ...list } = props;
  const buttons = hasRows(list.list) && create && (
    <div className="flex flex-wrap gap-2">
      {actions}
      {create}
    </div>
  );
  return (
    <Card className="overflow-hidden" title={title} description={description} actions={buttons}>
      <QueryList {...list} empty={<EmptyState {...empty} action={create} />} />
    </Card>
  );
}
