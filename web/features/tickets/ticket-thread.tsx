import { clsx } from "clsx";
import { MessageSquareDashed } from "lucide-react";
import type { ReactNode } from "react";
import type { TicketDetail, TicketMessage, TicketMessageCreate } from "../../../contract/tickets.ts";
import { useDraftText } from "../../drafts.ts";
import { formatDateTime } from "../../format/date.ts";
import { personName } from "../../format/person-name.ts";
import { AnswerText } from "../../ui/answer-text.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { CustomerText } from "../../ui/customer-text.tsx";
import { Form } from "../../ui/form.tsx";
import { MessageLog } from "../../ui/message-log.tsx";
import { useTextToSend } from "../../ui/message-field.tsx";
import { ShowEarlier, QueryState, EmptyState } from "../../ui/query-list.tsx";
import { useAddMessage, useThread } from "./api.ts";
import { Delivery, nextDeliveryTexts } from "./ticket-badges.tsx";
import { HiddenRadio } from "../../ui/segments.tsx";

export function TicketThread({ ticket }: { ticket: TicketDetail }) {
  const thread = useThread(ticket.id);
  const messages = thread.data?.pages.toReversed().flatMap((page) => page.rows) ?? [];
  const isEmpty = thread.data && messages.length === 0 && ticket.description === null;
  return (
    <MessageLog label="Conversation" newest={messages.at(-1)?.id}>
      <QueryState query={thread} what="messages" skeleton="h-24" />
      {isEmpty && (
        <EmptyState
          icon={MessageSquareDashed}
          title="No messages yet"
          description="Add the customer's message and the assistant will draft a reply."
        />
      )}
      {thread.data && (
        <ol aria-label="Messages" className="grid gap-5">
          {ticket.description !== null && (
            <ThreadMessage
              author={ticket.customerName ?? "Description"}
              createdAt={ticket.createdAt}
              kind="customer"
            >
              {ticket.description}
            </ThreadMessage>
          )}
          {thread.hasNextPage && (
            <li className="text-center">
              <ShowEarlier list={thread} />
            </li>
          )}
          {messages.map((message) => (
            <ThreadMessage key={message.id} {...message} author={authorOf(message, ticket)}>
              {contentOf(message)}
            </ThreadMessage>
          ))}
        </ol>
      )}
    </MessageLog>
  );
}

function contentOf({ kind, content, file }: TicketMessage): ReactNode {
  if (kind === "assistant") return <AnswerText text={content} />;
  return kind === "customer" ? <CustomerText content={content} file={file} /> : content;
}

function authorOf({ kind, author }: TicketMessage, { customerName }: TicketDetail): string {
  if (kind === "customer") return customerName ?? "Customer";
  if (kind === "assistant") return "Assistant";
  const name = author ? personName(author) : "A former colleague";
  return kind === "note" ? `Note by ${name}` : name;
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

interface ThreadMessageProps extends Pick<TicketMessage, "kind" | "createdAt"> {
  author: string;
  fromDraft?: boolean;
  delivery?: TicketMessage["delivery"];
  children: ReactNode;
}

function ThreadMessage({ author, createdAt, kind, fromDraft, delivery, children }: ThreadMessageProps) {
  const { place, bubble } = bubbles[kind];
  return (
    <li className={clsx("flex flex-col", place)}>
      <p className="mb-1 flex flex-wrap gap-x-2 text-xs text-ink-soft">
        <span className="min-w-0 font-semibold wrap-anywhere">{author}</span>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        {fromDraft && <span>From the assistant's draft.</span>}
        {delivery && <Delivery delivery={delivery} />}
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

type Kind = TicketMessageCreate["kind"];

const kinds: Record<Kind, { label: string; placeholder: string; hint?: string; submit: string }> = {
  reply: {
    label: "Reply",
    placeholder: "Write to the customer…",
    submit: "Send reply",
  },
  note: {
    label: "Note",
    placeholder: "Write to your colleagues…",
    hint: "Only your team sees notes.",
    submit: "Add note",
  },
  customer: {
    label: "From the customer",
    placeholder: "What did the customer write or say?",
    hint: "The assistant will draft a reply.",
    submit: "Add message",
  },
};

/** The kind of the message being written, kept with its text, so that a note does not come back as a reply. */
const useKind = (ticketId: string) =>
  useDraftText(`kind ${ticketId}`, "reply") as [Kind, (kind: Kind) => void];

export function TicketComposer({ ticket: { id, replyDelivery } }: { ticket: TicketDetail }) {
  const add = useAddMessage(id);
  const [kind, setKind] = useKind(id);
  const { text, content, setText, submit } = useTextToSend(
    // The same text sent as another kind of message needs another idempotency key.
    (sent, options) => add.mutate({ kind, content: sent.content, key: `${kind} ${sent.key}` }, options),
    id,
  );
  const texts = kinds[kind];
  return (
    <Form
      onSubmit={() => content !== "" && !add.isPending && submit()}
      className="grid gap-3 border-t border-line p-4 sm:px-6"
    >
      <KindChoice value={kind} onChange={setKind} />
      <textarea
        rows={3}
        aria-label={texts.label}
        aria-describedby="composer-hint"
        placeholder={texts.placeholder}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="field-sizing-content max-h-80 min-h-20 w-full resize-none rounded-xl border border-line-strong bg-surface px-3.5 py-2 text-base placeholder:text-ink-soft"
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id="composer-hint" className="text-xs text-ink-soft">
          {kind === "reply" ? nextDeliveryTexts[replyDelivery] : texts.hint}
        </p>
        <SubmitButton label={texts.submit} pending={add.isPending} disabled={content === ""} />
      </div>
    </Form>
  );
}

function KindChoice({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Message type</legend>
      {(Object.keys(kinds) as Kind[]).map((kind) => (
        <label
          key={kind}
          className="cursor-pointer rounded-full border border-line-strong/60 px-2.5 py-1.5 sm:px-3.5 text-sm font-semibold text-ink-soft hover:text-ink has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <HiddenRadio name="kind" value={kind} checked={kind === value} onChoose={() => onChange(kind)} />
          {kinds[kind].label}
        </label>
      ))}
    </fieldset>
  );
}
