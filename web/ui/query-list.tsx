import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { LucideIcon } from "lucide-react";
import type { Page } from "../request.ts";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { QueryState, EmptyState } from "./query-state.tsx";

export type PagedList<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>>>;

/** The query of a list that is fetched at once or page by page. */
export type List<Row> = UseQueryResult<Row[]> | PagedList<Row>;

interface QueryListProps<Row> {
  list: List<Row>;
  /** What the list contains, as in "Failed to load …". */
  what: string;
  className?: string;
  /** Classes of the skeleton shown while the list loads; `loading` replaces it. */
  skeleton?: string;
  loading?: ReactNode;
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
      {list.isPending && props.loading}
      <QueryState query={list} what={what} {...(props.loading ? {} : { skeleton })} />
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

export function rowsOf<Row>(list: List<Row>): Row[] | undefined {
  return "hasNextPage" in list ? list.data?.pages.flatMap((page) => page.rows) : list.data;
}

/** The button above a conversation that loads earlier messages. */
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
  const hasRows = (rowsOf(list.list)?.length ?? 0) > 0;
  const buttons = hasRows && create && (
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
