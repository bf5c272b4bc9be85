import { clsx } from "clsx";
import { Check, CheckCheck, CircleQuestionMark, Clock3, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ConversationMessage, MessageDelivery } from "../../../contract/inbox.ts";
import { personName } from "../../format/person-name.ts";
import { formatTime } from "../../format/date.ts";
import { AnswerEvidence } from "../../ui/answer-evidence.tsx";
import { AnswerText } from "../../ui/answer-text.tsx";
import { CustomerText } from "../../ui/customer-text.tsx";
import { LogoMark } from "../../ui/logo.tsx";

export function Message({ message }: { message: ConversationMessage }) {
  return (
    <li className={clsx("flex flex-col", message.from === "customer" ? "items-start" : "items-end")}>
      <Bubble message={message} />
      <Footnote message={message} />
    </li>
  );
}

const textStyle = "max-w-[85%] rounded-2xl px-4 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap";

function Bubble({ message }: { message: ConversationMessage }) {
  const { from, content, file, metadata } = message;
  switch (from) {
    case "customer":
      return (
        <>
          <span className="sr-only">Customer</span>
          <div className={clsx(textStyle, "rounded-tl-md border border-line bg-surface")}>
            <CustomerText content={content} file={file} />
          </div>
        </>
      );
    case "person":
      return (
        <>
          <p className="mb-1 text-xs font-semibold text-ink-soft">{authorOf(message)}</p>
          <p className={clsx(textStyle, "rounded-tr-md bg-accent text-on-accent")}>{content}</p>
        </>
      );
    case "assistant":
      return (
        <>
          <p className="mb-1 flex items-center gap-1.5 text-xs font-semibold text-ink-soft">
            <LogoMark className="size-4" />
            Assistant
          </p>
          <div className="max-w-[min(85%,46rem)] rounded-2xl rounded-tr-md bg-sunken px-4 py-3">
            <AnswerText text={content} />
            {metadata && metadata.kind !== "small_talk" && <AnswerEvidence {...metadata} />}
          </div>
        </>
      );
  }
}

const authorOf = ({ author }: ConversationMessage): string =>
  author ? personName(author) : "A former colleague";

function Footnote({ message: { createdAt, delivery, isHeld } }: { message: ConversationMessage }) {
  const sent = delivery && deliveries[delivery.state];
  return (
    <p className="mt-1 flex max-w-[85%] flex-wrap items-center gap-x-1.5 text-xs text-ink-soft">
      <time dateTime={createdAt} title={new Date(createdAt).toLocaleString()}>
        {formatTime(createdAt)}
      </time>
      {sent && (
        <span className={clsx("inline-flex items-center gap-1", sent.tone)}>
          <sent.icon aria-hidden className="size-3.5 shrink-0" />
          <span>{delivery.reason ? `${sent.label}: ${delivery.reason}` : sent.label}</span>
        </span>
      )}
      {isHeld && (
        <span className="inline-flex items-center gap-1 text-ochre-ink">
          <Clock3 aria-hidden className="size-3.5 shrink-0" />
          Not answered: the WhatsApp integration is inactive
        </span>
      )}
    </p>
  );
}

const deliveries: Record<MessageDelivery["state"], { label: string; icon: LucideIcon; tone: string }> = {
  waiting: { label: "Waiting to be sent", icon: Clock3, tone: "" },
  sent: { label: "Sent", icon: Check, tone: "" },
  delivered: { label: "Delivered", icon: CheckCheck, tone: "" },
  read: { label: "Read", icon: CheckCheck, tone: "text-sky-ink" },
  unconfirmed: { label: "Possibly not delivered", icon: CircleQuestionMark, tone: "text-ochre-ink" },
  failed: { label: "Not delivered", icon: TriangleAlert, tone: "text-danger-ink" },
};
