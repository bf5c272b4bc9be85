import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Card, CardHeader } from "./card.tsx";
import { EmptyState } from "./empty-state.tsx";
import { type PagedList, ReadList, rowsOf } from "./read-list.tsx";

interface PagedCardProps<Row> {
  title: string;
  description: string;
  /** What the list holds, as in "Failed to load …". */
  what: string;
  list: PagedList<Row>;
  empty: { icon: LucideIcon; title: string; description: string };
  /** The button that adds a row, shown while the list is empty. */
  create: ReactNode;
  /** Shown in the header once there are rows. */
  actions: ReactNode;
  /** Shows a row, as a list item. */
  children: (row: Row) => ReactNode;
}

/** A card with a list that loads page by page. */
export function PagedCard<Row>({ list, empty, create, actions, children, ...texts }: PagedCardProps<Row>) {
  const hasRows = (rowsOf(list)?.length ?? 0) > 0;
  return (
    <Card className="overflow-hidden">
      <CardHeader title={texts.title} description={texts.description} actions={hasRows && actions} />
      <ReadList list={list} what={texts.what} empty={<EmptyState {...empty} action={create} />}>
        {(rows) => <ul className="divide-y divide-line">{rows.map(children)}</ul>}
      </ReadList>
    </Card>
  );
}
