import { FileText, PenLine, Sparkles } from "lucide-react";
import type { AnswerMetadata } from "../../../contract/conversations.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { groupByPage, type SourcesOfPage } from "./sources-of-page.ts";

interface AnswerEvidenceProps {
  metadata: Pick<AnswerMetadata, "sources" | "confidence" | "engine" | "answered" | "fallback">;
  onOpenSources: (sources: SourcesOfPage) => void;
}

const whyQuoted: Record<NonNullable<AnswerMetadata["fallback"]>, string> = {
  unavailable: "Quoted from the document: the language model could not be reached.",
  refused: "Quoted from the document: the language model saw no answer in it, so check the page.",
  unsupported: "Quoted from the document: the language model said more than its pages support.",
  budget: "Quoted from the document: this month's budget for the language model is used up.",
};

/** What an answer stands on: its pages and how sure it is. */
export function AnswerEvidence({ metadata, onOpenSources }: AnswerEvidenceProps) {
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-2">
      {groupByPage(metadata.sources).map((sources) => (
        <SourceChip
          key={`${sources[0].documentId} ${sources[0].page}`}
          sources={sources}
          onOpen={() => onOpenSources(sources)}
        />
      ))}
      {metadata.engine === "curated" && (
        <span className="inline-flex items-center gap-1.5 rounded-2xl bg-plum-tint px-2.5 py-1 text-xs font-semibold text-plum-ink">
          <PenLine aria-hidden className="size-3.5" />
          Answer written by your team
        </span>
      )}
      {metadata.engine === "model" && (
        <span className="inline-flex items-center gap-1.5 rounded-2xl bg-sky-tint px-2.5 py-1 text-xs font-semibold text-sky-ink">
          <Sparkles aria-hidden className="size-3.5" />
          Worded by a language model
        </span>
      )}
      <Confidence value={metadata.confidence} />
      {metadata.answered && metadata.fallback && (
        <p className="w-full text-xs text-ink-soft">{whyQuoted[metadata.fallback]}</p>
      )}
    </div>
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
