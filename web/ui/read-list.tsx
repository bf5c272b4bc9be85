import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Page } from "../request.ts";
import { Button } from "./button.tsx";
import { Reading } from "./reading.tsx";

export type PagedList<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>>>;

interface ReadListProps<Row> {
  list: UseQueryResult<Row[]> | PagedList<Row>;
  /** What is read, as in "Failed to load …". */
  what: string;
  className?: string;
  /** Classes for the grey shape that stands here while the list is read. */
  skeleton?: string;
  /** Stands where the list has no rows. */
  empty: ReactNode;
  /** The rows; there is at least one. */
  children: (rows: Row[]) => ReactNode;
}

/** A list below the header of a card, with what stands there while it is read, where that failed and where it is empty. */
export function ReadList<Row>(props: ReadListProps<Row>) {
  const { list, what, className = "mt-4 border-t border-line", skeleton = "m-5 h-24" } = props;
  const rows = "hasNextPage" in list ? rowsOf(list) : list.data;
  return (
    <div className={className} aria-busy={list.isPending || list.isPlaceholderData}>
      <Reading query={list} what={what} skeleton={skeleton} />
      {rows?.length === 0 && props.empty}
      {rows && rows.length > 0 && props.children(rows)}
      {"hasNextPage" in list && <ShowMore list={list} />}
    </div>
  );
}

/** The rows of all pages read so far. */
export function rowsOf<Row>(list: PagedList<Row>): Row[] | undefined {
  return list.data?.pages.flatMap((page) => page.rows);
}

/** The end of a list that has another page. */
export function ShowMore<Row>({ list }: { list: PagedList<Row> }) {
  if (!list.hasNextPage) return null;
  return (
    <div className="border-t border-line p-4 text-center">
      <Button variant="secondary" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}

/** The beginning of a list of messages that has an earlier page. */
export function ShowEarlier<Row>({ list }: { list: PagedList<Row> }) {
  return (
    <Button
      variant="secondary"
      size="small"
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Show earlier messages
    </Button>
  );
}
