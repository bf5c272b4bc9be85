import { clsx } from "clsx";
import { MessageSquareDashed } from "lucide-react";
import type { ReactNode } from "react";
import type { TicketDetail, TicketMessage } from "../../../contract/tickets.ts";
import { Button } from "../../ui/button.tsx";
import { CustomerText } from "../../ui/customer-text.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReadFailed } from "../../ui/read-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type TicketOf, useThread } from "./api.ts";
import { deliveryRemarks, formatMoment, personName } from "./ticket-labels.ts";

interface TicketThreadProps extends TicketOf {
  ticket: TicketDetail;
  /** How what the assistant said is shown. */
  text: (content: string) => ReactNode;
}

/** What was said: the customer to the left, whoever answers to the right, notes across. */
export function TicketThread({ organizationId, ticketId, ticket, text }: TicketThreadProps) {
  const thread = useThread(organizationId, ticketId);
  const messages = thread.data?.pages.toReversed().flatMap((page) => page.rows) ?? [];
  const isEmpty = thread.isSuccess && messages.length === 0 && ticket.description === null;
  return (
    <div className="px-4 py-5 sm:px-6">
      {thread.isPending && <Skeleton className="h-24" />}
      {thread.isError && (
        <ReadFailed what="messages" error={thread.error} onRetry={() => void thread.refetch()} />
      )}
      {isEmpty && (
        <EmptyState
          icon={MessageSquareDashed}
          title="No messages yet"
          description="Add the customer's message and the assistant will draft a reply."
        />
      )}
      {thread.isSuccess && (
        <ol aria-label="Messages" className="grid gap-5">
          {ticket.description !== null && (
            <ThreadMessage
              author={ticket.customerName ?? "Description"}
              at={ticket.createdAt}
              kind="customer"
            >
              {ticket.description}
            </ThreadMessage>
          )}
          {thread.hasNextPage && (
            <li className="text-center">
              <Button
                variant="secondary"
                size="small"
                pending={thread.isFetchingNextPage}
                onClick={() => void thread.fetchNextPage()}
              >
                Show earlier messages
              </Button>
            </li>
          )}
          {messages.map((message) => (
            <ThreadMessage
              key={message.id}
              author={authorOf(message, ticket)}
              at={message.createdAt}
              kind={message.kind}
              remark={remarkOn(message)}
            >
              {contentOf(message, text)}
            </ThreadMessage>
          ))}
        </ol>
      )}
    </div>
  );
}

function contentOf({ kind, content, file }: TicketMessage, text: (content: string) => ReactNode): ReactNode {
  if (kind === "assistant") return text(content);
  return kind === "customer" ? <CustomerText content={content} file={file} /> : content;
}

function authorOf({ kind, author }: TicketMessage, { customerName }: TicketDetail): string {
  if (kind === "customer") return customerName ?? "Customer";
  if (kind === "assistant") return "Assistant";
  const name = author ? personName(author) : "A former colleague";
  return kind === "note" ? `Note by ${name}` : name;
}

/** Where a reply comes from and how it got to the customer. */
function remarkOn({ fromDraft, delivery }: TicketMessage): string | undefined {
  const remarks = [fromDraft && "from the assistant's draft", delivery && deliveryRemarks[delivery]];
  return remarks.filter(Boolean).join(", ") || undefined;
}

const bubbles: Record<TicketMessage["kind"], { place: string; bubble: string }> = {
  customer: { place: "items-start", bubble: "rounded-tl-md border border-line bg-surface" },
  reply: { place: "items-end", bubble: "rounded-tr-md bg-accent text-on-accent" },
  assistant: { place: "items-end", bubble: "rounded-tr-md bg-sunken" },
  note: {
    place: "items-stretch",
    bubble: "border border-dashed border-line-strong bg-ochre-tint text-ochre-ink",
  },
};

interface ThreadMessageProps {
  author: string;
  at: string;
  kind: TicketMessage["kind"];
  remark?: string | undefined;
  children: ReactNode;
}

function ThreadMessage({ author, at, kind, remark, children }: ThreadMessageProps) {
  const { place, bubble } = bubbles[kind];
  return (
    <li className={clsx("flex flex-col", place)}>
      <p className="mb-1 flex flex-wrap gap-x-2 text-xs text-ink-soft">
        <span className="font-semibold">{author}</span>
        <time dateTime={at}>{formatMoment(at)}</time>
        {remark && <span>{remark}</span>}
      </p>
      <div
        className={clsx(
          "rounded-2xl px-4 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap",
          kind !== "note" && "max-w-[min(90%,46rem)]",
          bubble,
        )}
      >
        {children}
      </div>
    </li>
  );
}
