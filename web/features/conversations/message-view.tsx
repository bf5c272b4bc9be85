import type { ReactNode } from "react";
import { Undo2, UsersRound } from "lucide-react";
import type { AnswerMetadata, ChatMessage } from "../../../contract/conversations.ts";
import { AnswerEvidence } from "../../ui/answer-evidence.tsx";
import { AnswerText } from "../../ui/answer-text.tsx";
import { LinkedText } from "../../ui/linked-text.tsx";
import { LogoMark } from "../../ui/logo.tsx";
import { AnswerRating } from "../feedback/answer-rating.tsx";
import { HandOff } from "../tickets/open-ticket.tsx";
import { undoWithinMs } from "../../../contract/limits.ts";
import { ticketPath } from "../../paths.ts";
import { MutationButton } from "../../ui/button.tsx";
import { TextLink } from "../../ui/links.tsx";
import { useHasPassed } from "../../ui/relative-time.tsx";
import { useAskAssistant } from "./api.ts";

export function UserMessage({ content }: { content: string }) {
  return (
    <li className="flex flex-col items-end">
      <span className="sr-only">You</span>
      <p className="max-w-[85%] rounded-2xl rounded-br-md bg-accent px-4 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap text-on-accent">
        {content}
      </p>
    </li>
  );
}

/** Whether a colleague wrote the message: only the assistant's messages have metadata. */
export const isFromTeam = ({ role, metadata }: ChatMessage): boolean =>
  role === "assistant" && metadata === null;

export function TeamMessage({ content }: { content: string }) {
  return (
    <li className="flex gap-2.5">
      <span
        aria-hidden
        className="mt-1 grid size-7 shrink-0 place-items-center rounded-full bg-ochre-tint text-ochre-ink"
      >
        <UsersRound className="size-4" />
      </span>
      <div className="max-w-[min(85%,46rem)] min-w-0">
        <p className="mb-1 text-xs font-semibold text-ink-soft">Your team</p>
        <p className="w-fit rounded-2xl rounded-tl-md border border-line bg-surface px-4 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap">
          <LinkedText text={content} />
        </p>
      </div>
    </li>
  );
}

function AssistantBubble({ content, children }: { content: string; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <LogoMark className="mt-1 size-7 shrink-0" />
      <div className="max-w-[min(85%,46rem)] min-w-0 rounded-2xl rounded-tl-md bg-sunken px-4 py-3">
        <span className="sr-only">Assistant</span>
        <AnswerText text={content} />
        {children}
      </div>
    </li>
  );
}

interface AssistantMessageProps {
  sessionId: string;
  message: ChatMessage;
  /** Whether it hands the conversation to a person, who has not replied yet. */
  mayUndo: boolean;
}

export function AssistantMessage(props: AssistantMessageProps) {
  const { content, metadata } = props.message;
  return (
    <AssistantBubble content={content}>
      {metadata && <Footer {...props} metadata={metadata} />}
    </AssistantBubble>
  );
}

function Footer({ metadata, ...props }: AssistantMessageProps & { metadata: AnswerMetadata }) {
  if (metadata.kind === "hand_off") return metadata.ticketId && <HandedOff {...props} />;
  const { sessionId, message } = props;
  const isSmallTalk = metadata.kind === "small_talk";
  return (
    <>
      {!isSmallTalk && <AnswerEvidence {...metadata} />}
      {!metadata.answered && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-sm">
          <span>A person can help with this:</span>
          <HandOff sessionId={sessionId} variant="secondary" />
        </div>
      )}
      {!isSmallTalk && <AnswerRating sessionId={sessionId} messageId={message.id} />}
    </>
  );
}

/** An answer that is being written. `text` is empty until it begins. */
export function PendingAnswer({ text }: { text: string }) {
  if (text !== "") {
    return (
      <AssistantBubble content={text}>
        <div className="flex h-6 items-end gap-1.5">
          <Dots />
        </div>
      </AssistantBubble>
    );
  }
  return (
    <li className="flex gap-2.5">
      <LogoMark className="mt-1 size-7 shrink-0" />
      <div className="flex h-11 items-center gap-1.5 rounded-2xl rounded-tl-md bg-sunken px-4">
        <span className="sr-only">Looking for an answer</span>
        <Dots />
      </div>
    </li>
  );
}

function Dots() {
  return ["0s", "0.15s", "0.3s"].map((delay) => (
    <span
      key={delay}
      aria-hidden
      className="size-2 rounded-full bg-ink-soft animate-dot"
      style={{ animationDelay: delay }}
    />
  ));
}

function HandedOff({ sessionId, message, mayUndo }: AssistantMessageProps) {
  const { ticketId, ticketNumber, undone } = message.metadata ?? {};
  const ask = useAskAssistant(sessionId);
  const isTooLate = useHasPassed(Date.parse(message.createdAt) + undoWithinMs);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-sm">
      {ticketId && ticketNumber && <TextLink href={ticketPath(ticketId)}>{ticketNumber}</TextLink>}
      {undone && <span className="text-ink-soft">Undone</span>}
      {mayUndo && !isTooLate && (
        <MutationButton size="small" mutation={ask} input={{ undo: true }} icon={Undo2} label="Undo" />
      )}
    </div>
  );
}
