import { SearchX } from "lucide-react";
import type { Feedback, FeedbackSource } from "../../../contract/feedback.ts";
import { formatDate } from "../../format/date.ts";
import { conversationPath, ticketPath } from "../../paths.ts";
import { Badge, type BadgeStyle, channelBadges, optionsOf } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { type Columns, ExportButton } from "../../ui/export-button.tsx";
import { useFilterInUrl } from "../../ui/filter-in-url.ts";
import { FilterSelects } from "../../ui/field.tsx";
import { PlainLink } from "../../ui/links.tsx";
import { QueryList, hasRows, EmptyState } from "../../ui/query-list.tsx";
import { noFilter, useAllFeedback } from "./api.ts";
import { Stars } from "./stars.tsx";

const { chat, whatsapp, email, ticket } = channelBadges;
export const sources: Record<FeedbackSource, BadgeStyle> = { chat, whatsapp, email, ticket };
const ratingOptions = [5, 4, 3, 2, 1].map((rating) => ({
  value: String(rating),
  label: rating === 1 ? "1 star" : `${rating} stars`,
}));

function AllFeedback() {
  const [filter, setFilter] = useFilterInUrl(noFilter);
  const list = useAllFeedback(filter);
  return (
    <Card
      aria-label="All feedback"
      title="All feedback"
      actions={
        <div className="contents sm:flex sm:items-center sm:gap-2.5">
          {hasRows(list) && <ExportButton what="feedback" columns={exportColumns} filter={filter} />}
          <div className="grid w-full grid-cols-2 gap-2.5 sm:w-88">
            <FilterSelects filter={filter} onChange={setFilter} choices={filterChoices} />
          </div>
        </div>
      }
    >
      <QueryList
        list={list}
        what="feedback"
        rows={{ className: "px-5 sm:px-6" }}
        empty={
          <EmptyState
            icon={SearchX}
            title="No feedback found"
            description="Try a different source or rating."
          />
        }
      >
        {(item) => <FeedbackItem key={item.id} item={item} />}
      </QueryList>
    </Card>
  );
}

const filterChoices = [
  { name: "source", what: "source", options: [{ value: "", label: "All sources" }, ...optionsOf(sources)] },
  { name: "rating", what: "rating", options: [{ value: "", label: "All ratings" }, ...ratingOptions] },
] as const;

const exportColumns: Columns<Feedback> = {
  Rating: ({ rating }) => rating,
  Source: ({ source }) => sources[source].label,
  Category: ({ category }) => category,
  Comment: ({ comment }) => comment,
  "Customer email": ({ customerEmail }) => customerEmail,
  "Customer phone": ({ customerPhone }) => customerPhone,
  Created: ({ createdAt }) => createdAt,
};

/** With more ratings than this, the recent ones make way for the list of all on request. */
const maxRecent = 10;

export function FeedbackList({ feedback, total }: { feedback: Feedback[]; total: number }) {
  const [{ show }, setShown] = useFilterInUrl({ show: "recent" });
  if (show === "all") return <AllFeedback />;
  return (
    <Card
      title="Recent Feedback"
      actions={
        total > maxRecent ? (
          <Button size="small" onClick={() => setShown({ show: "all" })} label="Show all" />
        ) : (
          <ExportButton what="feedback" columns={exportColumns} />
        )
      }
    >
      <ul className="mt-2 divide-y divide-line px-5 sm:px-6">
        {feedback.slice(0, maxRecent).map((item) => (
          <FeedbackItem key={item.id} item={item} />
        ))}
      </ul>
    </Card>
  );
}

function FeedbackItem({ item }: { item: Feedback }) {
  const { rating, source, category, comment, customerEmail, customerPhone, createdAt } = item;
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Stars rating={rating} />
        <Badge {...sources[source]} />
        {category && <Badge tone="outline" label={category} />}
        <time dateTime={createdAt} className="w-full text-xs text-ink-soft sm:ml-auto sm:w-auto">
          {formatDate(createdAt)}
        </time>
      </div>
      {comment && <blockquote className="mt-2 text-sm wrap-anywhere">“{comment}”</blockquote>}
      {(item.conversationId || item.ticketId) && (
        <p className="mt-1.5 flex flex-wrap gap-x-4 text-sm">
          {item.conversationId && (
            <PlainLink href={conversationPath(item.conversationId)}>View conversation</PlainLink>
          )}
          {item.ticketId && <PlainLink href={ticketPath(item.ticketId)}>View ticket</PlainLink>}
        </p>
      )}
      {(customerEmail || customerPhone) && (
        <p className="mt-1.5 flex flex-wrap gap-x-4 text-xs text-ink-soft">
          {customerEmail && <span className="break-all">{customerEmail}</span>}
          {customerPhone && <span>{customerPhone}</span>}
        </p>
      )}
    </li>
  );
}
