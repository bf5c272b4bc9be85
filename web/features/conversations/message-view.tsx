import { FileText, LifeBuoy } from "lucide-react";
import type { ReactNode } from "react";
import type { AnswerMetadata, ChatMessage } from "../../../contract/conversations.ts";
import { LogoMark } from "../../ui/logo.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { AnswerText } from "./answer-text.tsx";
import { groupByPage, type SourcesOfPage } from "./sources-of-page.ts";

interface MessageViewProps {
  message: Pick<ChatMessage, "role" | "content" | "metadata">;
  onOpenSources: (sources: SourcesOfPage) => void;
  /** Offered where the documents hold no answer. */
  handOff: ReactNode;
}

export function MessageView({ message, onOpenSources, handOff }: MessageViewProps) {
  return message.role === "user" ? (
    <UserMessage content={message.content} />
  ) : (
    <AssistantMessage message={message} onOpenSources={onOpenSources} handOff={handOff} />
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

function AssistantMessage({ message, onOpenSources, handOff }: MessageViewProps) {
  const { content, metadata } = message;
  return (
    <li className="flex gap-2.5">
      <LogoMark className="mt-1 size-7 shrink-0" />
      <div className="max-w-[min(85%,46rem)] min-w-0 rounded-2xl rounded-tl-md bg-sunken px-4 py-3">
        <span className="sr-only">Assistant</span>
        <AnswerText text={content} />
        {metadata && metadata.kind !== "small_talk" && (
          <Footing metadata={metadata} onOpenSources={onOpenSources} handOff={handOff} />
        )}
      </div>
    </li>
  );
}

interface FootingProps {
  metadata: AnswerMetadata;
  onOpenSources: (sources: SourcesOfPage) => void;
  handOff: ReactNode;
}

/** What an answer stands on: its sources and how sure it is; or where to turn without an answer. */
function Footing({ metadata, onOpenSources, handOff }: FootingProps) {
  return (
    <>
      {!metadata.answered && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 text-sm">
          <LifeBuoy aria-hidden className="size-4 text-accent-text" />
          <span>A person can take it from here:</span>
          {handOff}
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        {groupByPage(metadata.sources).map((sources) => (
          <SourceChip
            key={`${sources[0].documentId} ${sources[0].page}`}
            sources={sources}
            onOpen={() => onOpenSources(sources)}
          />
        ))}
        <Confidence value={metadata.confidence} />
      </div>
    </>
  );
}

function SourceChip({ sources, onOpen }: { sources: SourcesOfPage; onOpen: () => void }) {
  const [{ documentName, page }] = sources;
  const quotes = sources.map(({ quote }) => quote).join(" … ");
  return (
    <Tooltip content={<span className="line-clamp-6">“{quotes}”</span>}>
      <button
        type="button"
        onClick={onOpen}
        className="inline-flex max-w-full items-center gap-1.5 rounded-2xl border border-line-strong/60 bg-surface px-2.5 py-1 text-left text-xs font-semibold transition-colors hover:border-accent hover:text-accent-text"
      >
        <FileText aria-hidden className="size-3.5 shrink-0 text-accent-text" />
        <span className="min-w-0 wrap-anywhere">
          {titleOf(documentName)}, page {page}
        </span>
      </button>
    </Tooltip>
  );
}

/** The name without its file ending. */
function titleOf(documentName: string): string {
  return documentName.replace(/\.(pdf|docx?)$/iu, "");
}

function Confidence({ value }: { value: number }) {
  const percent = Math.round(value * 100);
  return (
    <Tooltip content="How likely it is that this answer is right, judged by questions with known answers.">
      <span tabIndex={0} className="inline-flex items-center gap-1.5 rounded-sm text-xs text-ink-soft">
        <span aria-hidden className="h-1.5 w-10 overflow-hidden rounded-full bg-line">
          <span className="block h-full rounded-full bg-fynbos-ink" style={{ width: `${percent}%` }} />
        </span>
        Confidence {percent}%
      </span>
    </Tooltip>
  );
}

/** Stands where the answer is going to be. */
export function PendingAnswer() {
  return (
    <li className="flex gap-2.5">
      <LogoMark className="mt-1 size-7 shrink-0" />
      <div className="flex h-11 items-center gap-1.5 rounded-2xl rounded-tl-md bg-sunken px-4">
        <span className="sr-only">Looking it up</span>
        {["0s", "0.15s", "0.3s"].map((delay) => (
          <span
            key={delay}
            aria-hidden
            className="size-2 rounded-full bg-ink-soft animate-dot"
            style={{ animationDelay: delay }}
          />
        ))}
      </div>
    </li>
  );
}
