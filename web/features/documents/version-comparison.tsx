import { ArrowLeft } from "lucide-react";
import { clsx } from "clsx";
import { useMemo } from "react";
import type { Document } from "../../../contract/documents.ts";
import { type DiffLine, diffLines } from "../../format/diff-lines.ts";
import { Button } from "../../ui/button.tsx";
import { combineQueries, QueryState } from "../../ui/query-state.tsx";
import { useVersionLines } from "./api.ts";

/** How many unchanged lines are shown around a change. */
const contextLines = 2;

interface VersionComparisonProps {
  document: Document;
  version: number;
  onBack: () => void;
}

/** The differences between an earlier version and the newest one. */
export function VersionComparison({ document, version, onBack }: VersionComparisonProps) {
  const before = useVersionLines(document.id, version);
  const after = useVersionLines(document.id, document.version);
  return (
    <div className="flex min-h-40 flex-1 flex-col overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-2.5">
        <Button variant="ghost" size="small" onClick={onBack} icon={ArrowLeft} label="All versions" />
        <p className="text-sm font-semibold">
          Version {version} compared with version {document.version}
        </p>
      </div>
      <div className="overflow-y-auto p-5" tabIndex={0} role="region" aria-label="Differences">
        <QueryState query={combineQueries(before, after)} what="text" skeleton="h-32" />
        {before.data && after.data && <Differences before={before.data} after={after.data} />}
      </div>
    </div>
  );
}

function Differences({ before, after }: { before: string[]; after: string[] }) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const parts = useMemo(() => foldUnchanged(lines), [lines]);
  if (lines.every(({ kind }) => kind === "same")) {
    return <p className="text-sm text-ink-soft">Both versions have the same text.</p>;
  }
  return (
    <div className="grid gap-px text-sm">
      {parts.map((part, at) =>
        "hidden" in part ? (
          <p key={at} className="py-1.5 text-center text-xs text-ink-soft">
            {part.hidden === 1 ? "1 unchanged line" : `${part.hidden} unchanged lines`}
          </p>
        ) : (
          <Line key={at} line={part} />
        ),
      )}
    </div>
  );
}

const lineStyles = {
  same: { sign: " ", word: "", colour: "" },
  removed: { sign: "−", word: "Removed: ", colour: "bg-danger-tint text-danger-ink" },
  added: { sign: "+", word: "Added: ", colour: "bg-fynbos-tint text-fynbos-ink" },
};

function Line({ line: { kind, text } }: { line: DiffLine }) {
  const { sign, word, colour } = lineStyles[kind];
  return (
    <p className={clsx("flex gap-2.5 rounded-sm px-2 py-0.5 wrap-anywhere", colour)}>
      <span aria-hidden className="w-3 shrink-0 font-mono">
        {sign}
      </span>
      <span className="sr-only">{word}</span>
      <span className="min-w-0 whitespace-pre-wrap">{text}</span>
    </p>
  );
}

/** Replaces long runs of unchanged lines by their count. */
function foldUnchanged(lines: DiffLine[]): (DiffLine | { hidden: number })[] {
  const around = (at: number) => lines.slice(Math.max(0, at - contextLines), at + contextLines + 1);
  const parts: (DiffLine | { hidden: number })[] = [];
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    if (around(at).some(({ kind }) => kind !== "same")) parts.push(line);
    else if (last && "hidden" in last) last.hidden += 1;
    else parts.push({ hidden: 1 });
  }
  return parts;
}
