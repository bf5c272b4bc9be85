import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Page } from "../request.ts";
import { Card, CardHeader } from "./card.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ReadFailed } from "./read-failed.tsx";
import { ShowMore } from "./show-more.tsx";
import { Skeleton } from "./skeleton.tsx";

interface PagedCardProps<Row> {
  title: string;
  description: string;
  /** What is read, as in "Couldn't load the …". */
  what: string;
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  empty: { icon: LucideIcon; title: string; description: string };
  /** Adds the first row; stands where there is none. */
  create: ReactNode;
  /** Stand in the header once there are rows. */
  actions: ReactNode;
  /** A row as a list item. */
  children: (row: Row) => ReactNode;
}

/** A list within a card, read page by page, with what is said while it is read, where it fails and where it is empty. */
export function PagedCard<Row>({ list, empty, create, actions, children, ...texts }: PagedCardProps<Row>) {
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const hasRows = rows !== undefined && rows.length > 0;
  return (
    <Card className="overflow-hidden">
      <CardHeader title={texts.title} description={texts.description} actions={hasRows && actions} />
      <div className="mt-4 border-t border-line" aria-busy={list.isPending}>
        {list.isPending && <Skeleton className="m-5 h-24" />}
        {list.isError && (
          <ReadFailed what={texts.what} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {rows?.length === 0 && <EmptyState {...empty} action={create} />}
        {hasRows && <ul className="divide-y divide-line">{rows.map(children)}</ul>}
        {list.hasNextPage && (
          <ShowMore pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
        )}
      </div>
    </Card>
  );
}
