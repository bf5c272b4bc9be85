import type { ReactNode } from "react";
import type { AnswerMetadata, ChatMessage } from "../../../contract/conversations.ts";
import { LogoMark } from "../../ui/logo.tsx";
import { AnswerEvidence, type SourcesOfPage } from "./answer-evidence.tsx";
import { AnswerText } from "./answer-text.tsx";

interface MessageViewProps {
  message: Pick<ChatMessage, "role" | "content" | "metadata">;
  onOpenSources: (sources: SourcesOfPage) => void;
  /** Whether more of the answer is still being written. */
  isWriting?: boolean;
  /** Shown if the documents do not answer the question. */
  handOff?: ReactNode;
  /** Shown below a hand-off. */
  handedOff?: ReactNode;
  rating?: ReactNode;
}

export function MessageView(props: MessageViewProps) {
  const { message } = props;
  return message.role === "user" ? (
    <UserMessage content={message.content} />
  ) : (
    <AssistantMessage {...props} />
  );
}

function UserMessage({ content }: { content: string }) {
  return (
    <li className="flex flex-col items-end">
      <span className="sr-only">You</span>
      <p className="max-w-[85%] rounded-2xl rounded-br-md bg-accent px-4 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap text-on-accent">
        {content}
      </p>
    </li>
  );
}

function AssistantMessage({ message, isWriting = false, ...props }: MessageViewProps) {
  const { content, metadata } = message;
  return (
    <li className="flex gap-2.5">
      <LogoMark className="mt-1 size-7 shrink-0" />
      <div className="max-w-[min(85%,46rem)] min-w-0 rounded-2xl rounded-tl-md bg-sunken px-4 py-3">
        <span className="sr-only">Assistant</span>
        <AnswerText text={content} />
        {isWriting && (
          <div className="flex h-6 items-end gap-1.5">
            <Dots />
          </div>
        )}
        {metadata && metadata.kind !== "small_talk" && <Footing metadata={metadata} {...props} />}
      </div>
    </li>
  );
}

interface FootingProps extends Omit<MessageViewProps, "message" | "isWriting"> {
  metadata: AnswerMetadata;
}

/** Below an answer: its sources, its confidence and its rating; or the offer to hand over to a person. */
function Footing({ metadata, onOpenSources, handOff, handedOff, rating }: FootingProps) {
  if (metadata.kind === "hand_off") return handedOff;
  return (
    <>
      <AnswerEvidence metadata={metadata} onOpenSources={onOpenSources} />
      {(metadata.kind === "unknown" || metadata.kind === "may_help") && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-sm">
          <span>A person can help with this:</span>
          {handOff}
        </div>
      )}
      {rating}
    </>
  );
}

/** Shown until the answer begins. */
export function PendingAnswer() {
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
