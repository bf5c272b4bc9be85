import type { ReactNode } from "react";
import { Bot, Undo2 } from "lucide-react";
import type { AnswerMetadata, ChatMessage } from "../../../contract/conversations.ts";
import { AnswerEvidence } from "../../ui/answer-evidence.tsx";
import { AnswerText } from "../../ui/answer-text.tsx";
import { LogoMark } from "../../ui/logo.tsx";
import { AnswerRating } from "../feedback/answer-rating.tsx";
import { HandOff } from "../tickets/open-ticket.tsx";
import { undoWithinMs } from "../../../contract/limits.ts";
import { ticketPath } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
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
  /** Whether the conversation is still with a person. */
  isActive: boolean;
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

function HandedOff({ sessionId, message, isActive }: AssistantMessageProps) {
  const { ticketId, ticketNumber, undone } = message.metadata ?? {};
  const { mutate, isPending } = useAskAssistant(sessionId);
  const mayUndo = !useHasPassed(Date.parse(message.createdAt) + undoWithinMs);
  const button = { size: "small", disabled: isPending } as const;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-sm">
      {ticketId && ticketNumber && <TextLink href={ticketPath(ticketId)}>{ticketNumber}</TextLink>}
      {undone && <span className="text-ink-soft">Undone</span>}
      {isActive && mayUndo && (
        <Button {...button} onClick={() => mutate({ undo: true })} icon={Undo2} label="Undo" />
      )}
      {isActive && (
        <Button {...button} onClick={() => mutate({ undo: false })} icon={Bot} label="Ask the assistant" />
      )}
    </div>
  );
}
