import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Feedback } from "../../../contract/feedback.ts";
import { formatDate } from "../../format/date.ts";
import { conversationPath, ticketPath } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { SourceBadge } from "./source-badge.tsx";
import { Stars } from "./stars.tsx";

/** More of them are in the list of all. */
export const maxRecent = 10;

interface RecentFeedbackProps {
  feedback: Feedback[];
  actions?: ReactNode;
}

export function RecentFeedback({ feedback, actions }: RecentFeedbackProps) {
  return (
    <Card>
      <CardHeader title="Recent Feedback" actions={actions} />
      <ul className="mt-2 divide-y divide-line px-5 sm:px-6">
        {feedback.slice(0, maxRecent).map((item) => (
          <FeedbackItem key={item.id} item={item} />
        ))}
      </ul>
    </Card>
  );
}

const linkStyle = "font-semibold text-accent-text underline-offset-4 hover:underline";

/** One rating with what was said about it. */
export function FeedbackItem({ item }: { item: Feedback }) {
  const { rating, source, category, comment, customerEmail, customerPhone, createdAt } = item;
  const { conversationId, ticketId } = item;
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Stars rating={rating} />
        <SourceBadge source={source} />
        {category && <Badge tone="outline">{category}</Badge>}
        <time dateTime={createdAt} className="w-full text-xs text-ink-soft sm:ml-auto sm:w-auto">
          {formatDate(createdAt)}
        </time>
      </div>
      {comment && <blockquote className="mt-2 text-sm wrap-anywhere">“{comment}”</blockquote>}
      {(conversationId || ticketId) && (
        <p className="mt-1.5 flex flex-wrap gap-x-4 text-sm">
          {conversationId && (
            <Link href={conversationPath(conversationId)} className={linkStyle}>
              View conversation
            </Link>
          )}
          {ticketId && (
            <Link href={ticketPath(ticketId)} className={linkStyle}>
              View ticket
            </Link>
          )}
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
