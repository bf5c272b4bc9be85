import { clsx } from "clsx";
import { MessageSquareDashed } from "lucide-react";
import type { ReactNode } from "react";
import type { TicketDetail, TicketMessage } from "../../../contract/tickets.ts";
import { Button } from "../../ui/button.tsx";
import { CustomerWords } from "../../ui/customer-words.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReadFailed } from "../../ui/read-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type TicketOf, useThread } from "./api.ts";
import { deliveryRemarks, formatMoment, personName } from "./ticket-words.ts";

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
            <Said who={ticket.customerName ?? "Description"} at={ticket.createdAt} look="customer">
              {ticket.description}
            </Said>
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
            <Said
              key={message.id}
              who={whoSaid(message, ticket)}
              at={message.createdAt}
              look={message.kind}
              remark={remarkOn(message)}
            >
              {said(message, text)}
            </Said>
          ))}
        </ol>
      )}
    </div>
  );
}

function said({ kind, content, file }: TicketMessage, text: (content: string) => ReactNode): ReactNode {
  if (kind === "assistant") return text(content);
  return kind === "customer" ? <CustomerWords content={content} file={file} /> : content;
}

function whoSaid({ kind, author }: TicketMessage, { customerName }: TicketDetail): string {
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

const looks: Record<TicketMessage["kind"], { place: string; bubble: string }> = {
  customer: { place: "items-start", bubble: "rounded-tl-md border border-line bg-surface" },
  reply: { place: "items-end", bubble: "rounded-tr-md bg-accent text-on-accent" },
  assistant: { place: "items-end", bubble: "rounded-tr-md bg-sunken" },
  note: {
    place: "items-stretch",
    bubble: "border border-dashed border-line-strong bg-ochre-tint text-ochre-ink",
  },
};

interface SaidProps {
  who: string;
  at: string;
  look: TicketMessage["kind"];
  remark?: string | undefined;
  children: ReactNode;
}

function Said({ who, at, look, remark, children }: SaidProps) {
  const { place, bubble } = looks[look];
  return (
    <li className={clsx("flex flex-col", place)}>
      <p className="mb-1 flex flex-wrap gap-x-2 text-xs text-ink-soft">
        <span className="font-semibold">{who}</span>
        <time dateTime={at}>{formatMoment(at)}</time>
        {remark && <span>{remark}</span>}
      </p>
      <div
        className={clsx(
          "rounded-2xl px-4 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap",
          look !== "note" && "max-w-[min(90%,46rem)]",
          bubble,
        )}
      >
        {children}
      </div>
    </li>
  );
}
