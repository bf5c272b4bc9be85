import { FileText, PenLine, Sparkles } from "lucide-react";
import type { AnswerMetadata } from "../../../contract/conversations.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { groupByPage, type SourcesOfPage } from "./sources-of-page.ts";

interface AnswerEvidenceProps {
  metadata: Pick<AnswerMetadata, "kind" | "sources" | "confidence" | "engine" | "answered" | "fallback">;
  onOpenSources: (sources: SourcesOfPage) => void;
}

const whyQuoted: Record<NonNullable<AnswerMetadata["fallback"]>, string> = {
  unavailable: "Quoted from the document: the language model could not be reached.",
  refused: "Quoted from the document: the language model saw no answer in it, so check the page.",
  unsupported: "Quoted from the document: the language model said more than its pages support.",
  budget: "Quoted from the document: this month's budget for the language model is used up.",
};

/** What an answer stands on: its pages and how sure it is; or the quotes that may help instead of one. */
export function AnswerEvidence({ metadata, onOpenSources }: AnswerEvidenceProps) {
  if (metadata.kind === "may_help") {
    return <HelpfulQuotes sources={metadata.sources} onOpenSources={onOpenSources} />;
  }
  const { confidence } = metadata;
  if (metadata.sources.length === 0 && confidence === undefined) return null;
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
      {confidence !== undefined && <Confidence value={confidence} />}
      {metadata.answered && metadata.fallback && (
        <p className="w-full text-xs text-ink-soft">{whyQuoted[metadata.fallback]}</p>
      )}
    </div>
  );
}

interface HelpfulQuotesProps extends Pick<AnswerEvidenceProps, "onOpenSources"> {
  sources: AnswerMetadata["sources"];
}

function HelpfulQuotes({ sources, onOpenSources }: HelpfulQuotesProps) {
  return (
    <ul aria-label="This may help" className="mt-3 grid gap-3">
      {groupByPage(sources).map((ofPage) => (
        <li key={`${ofPage[0].documentId} ${ofPage[0].page}`} className="grid justify-items-start gap-1.5">
          {ofPage.map(({ start, quote }) => (
            <blockquote
              key={start}
              className="border-l-2 border-line-strong pl-3 text-sm wrap-anywhere whitespace-pre-wrap"
            >
              {quote}
            </blockquote>
          ))}
          <SourceChip sources={ofPage} onOpen={() => onOpenSources(ofPage)} />
        </li>
      ))}
    </ul>
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

const levelColours = { high: "bg-fynbos-ink", medium: "bg-ochre-ink", low: "bg-danger-ink" };

function Confidence({ value }: { value: number }) {
  const percent = Math.round(value * 100);
  const level = percent >= 70 ? "high" : percent >= 40 ? "medium" : "low";
  return (
    <Tooltip content="How likely it is that this answer is right, judged by questions with known answers.">
      <span tabIndex={0} className="inline-flex items-center gap-1.5 rounded-sm text-xs text-ink-soft">
        <span aria-hidden className="h-1.5 w-10 overflow-hidden rounded-full bg-line">
          <span
            data-level={level}
            className={`block h-full rounded-full ${levelColours[level]}`}
            style={{ width: `${percent}%` }}
          />
        </span>
        Confidence {percent}%
      </span>
    </Tooltip>
  );
}
