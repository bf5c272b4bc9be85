import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import { EmptyState } from "./empty-state.tsx";
import { type List, ReadList, rowsOf } from "./read-list.tsx";

interface ListCardProps<Row> {
  title: string;
  description?: string;
  /** What the list holds, as in "Failed to load …". */
  what: string;
  list: List<Row>;
  /** Classes of the skeleton that is shown while the list loads. */
  skeleton?: string;
  empty: { icon: LucideIcon; title: string; description: string };
  /** The button that adds a row, shown while the list is empty. */
  create?: ReactNode;
  /** Shown in the header once there are rows. */
  actions?: ReactNode;
  children: (row: Row) => ReactNode;
}

export function ListCard<Row>(props: ListCardProps<Row>) {
  const { title, description, empty, create, actions, children, ...list } = props;
  const hasRows = (rowsOf(list.list)?.length ?? 0) > 0;
  return (
    <Card className="overflow-hidden" title={title} description={description} actions={hasRows && actions}>
      <ReadList {...list} empty={<EmptyState {...empty} action={create} />}>
        {children}
      </ReadList>
    </Card>
  );
}
