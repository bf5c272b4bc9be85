import { ChevronLeft, ChevronRight, FileWarning, Minus, Plus, Quote, TextSearch } from "lucide-react";
import { type KeyboardEvent, type Ref, useRef, useState } from "react";
import type { DocumentTarget } from "../../open-document.ts";
import { hasStatus } from "../../request.ts";
import { Button, IconButton, Spinner } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { problemOf, EmptyState } from "../../ui/query-list.tsx";
import { useDocument, useDocumentPage } from "./api.ts";
import { rangesOfQuote } from "./highlight.ts";
import { PagePicture, PageText } from "./page-view.tsx";

const zoomSteps = [1, 1.5, 2, 3];

interface View {
  page: number;
  zoom: number;
  asText: boolean;
}

export function DocumentViewer({ target, onClose }: { target: DocumentTarget; onClose: () => void }) {
  const [view, setView] = useState<View>({ page: target.page, zoom: 1, asText: false });
  const change = (part: Partial<View>): void => setView({ ...view, ...part });
  const region = useRef<HTMLDivElement>(null);
  const page = useDocumentPage(target, view.page);
  const pageCount = usePageCount(target);

  function turn(to: number): void {
    if (to >= 1 && (pageCount === null || to <= pageCount)) change({ page: to });
  }
  function turnByKey(event: KeyboardEvent): void {
    // When zoomed in, the arrow keys scroll.
    if (view.zoom > 1 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowLeft") turn(view.page - 1);
    if (event.key === "ArrowRight") turn(view.page + 1);
  }

  return (
    <Dialog
      onClose={onClose}
      title={target.documentName}
      className="sm:h-[92dvh] sm:w-[64rem]"
      onKeyDown={turnByKey}
      initialFocus={region}
    >
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2 border-b border-line px-3 py-2 sm:gap-x-5 sm:px-5">
          <PageTurner page={view.page} pageCount={pageCount} onTurn={turn} />
          {page.data?.image !== undefined && <PictureTools view={view} onChange={change} />}
        </div>
        <QuoteBar target={target} page={view.page} onBack={() => turn(target.page)} />
        <PageArea ref={region} target={target} page={page} view={view} />
      </div>
    </Dialog>
  );
}

/**
 * The API reports the page count of the newest version only; for older ones it is unknown (null). Without a version,
 * the one that answers is shown, which is older while the newest is held.
 */
function usePageCount({ documentId, version }: DocumentTarget): number | null {
  const document = useDocument(documentId).data;
  const shown = version ?? document?.answeringVersion;
  return document?.version === shown ? (document?.pageCount ?? null) : null;
}

interface PageAreaProps {
  ref: Ref<HTMLDivElement>;
  target: DocumentTarget;
  page: ReturnType<typeof useDocumentPage>;
  view: View;
}

function PageArea({ ref, target, page, view: { page: number, zoom, asText } }: PageAreaProps) {
  const { data, isPending } = page;
  const problem = problemOf(page);
  const key = `${number} ${asText}`;
  const quotes = number === target.page ? (target.quotes ?? []) : [];
  const ranges = data ? quotes.flatMap((quote) => rangesOfQuote(data, quote)) : [];
  return (
    <div
      ref={ref}
      tabIndex={0}
      role="region"
      aria-label={`Page ${number}`}
      aria-busy={isPending}
      className="min-h-0 flex-1 overflow-auto bg-sunken p-3 -outline-offset-4 sm:p-6"
    >
      {isPending && (
        <div className="grid h-full place-items-center text-accent-text">
          <Spinner label="Loading page" className="size-8" />
        </div>
      )}
      {problem && <PageFailed error={problem} onRetry={() => void page.refetch()} />}
      {data?.image && !asText && <PagePicture key={key} page={data} ranges={ranges} zoom={zoom} />}
      {data && (!data.image || asText) && <PageText key={key} page={data} ranges={ranges} />}
    </div>
  );
}

interface PageTurnerProps {
  page: number;
  pageCount: number | null;
  onTurn: (page: number) => void;
}

function PageTurner({ page, pageCount, onTurn }: PageTurnerProps) {
  const turnTo = (to: number) => ({
    disabled: to < 1 || (pageCount !== null && to > pageCount),
    onClick: () => onTurn(to),
  });
  return (
    <div className="mr-auto flex items-center gap-1">
      <IconButton icon={ChevronLeft} label="Previous page" {...turnTo(page - 1)} />
      <span aria-live="polite" className="min-w-20 text-center text-sm font-semibold tabular-nums">
        Page {page}
        {pageCount !== null && ` of ${pageCount}`}
      </span>
      <IconButton icon={ChevronRight} label="Next page" {...turnTo(page + 1)} />
    </div>
  );
}

function PictureTools({ view, onChange }: { view: View; onChange: (change: Partial<View>) => void }) {
  const { zoom, asText } = view;
  const zoomBy = (steps: number) => {
    const to = zoomSteps[zoomSteps.indexOf(zoom) + steps];
    return { disabled: asText || to === undefined, onClick: () => to && onChange({ zoom: to }) };
  };
  return (
    <>
      <div className="flex items-center gap-1">
        <IconButton icon={Minus} label="Zoom out" {...zoomBy(-1)} />
        <span className="hidden w-11 text-center text-sm tabular-nums sm:inline">{zoom * 100}%</span>
        <IconButton icon={Plus} label="Zoom in" {...zoomBy(1)} />
      </div>
      <Button
        variant={asText ? "primary" : "secondary"}
        size="small"
        aria-pressed={asText}
        onClick={() => onChange({ asText: !asText })}
        icon={TextSearch}
      >
        <span className="max-sm:sr-only">Text</span>
      </Button>
    </>
  );
}

/** The quotes that the viewer was opened for, with a button back to their page. */
function QuoteBar({ target, page, onBack }: { target: DocumentTarget; page: number; onBack: () => void }) {
  if (!target.quotes) return null;
  return (
    <div className="flex items-start gap-3 border-b border-line bg-ochre-tint px-4 py-2.5 text-sm text-ochre-ink sm:px-6">
      <Quote aria-hidden className="mt-0.5 size-4 shrink-0" />
      <blockquote className="line-clamp-3 min-w-0 flex-1">
        {target.quotes.map(({ quote }) => quote).join(" … ")}
      </blockquote>
      {page !== target.page && <Button size="small" onClick={onBack} label={`Back to page ${target.page}`} />}
    </div>
  );
}

function PageFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const gone = hasStatus(error, 404);
  return (
    <EmptyState
      role="alert"
      icon={FileWarning}
      tone="danger"
      title={gone ? "Page not found" : "Failed to load the page"}
      description={
        gone
          ? "The document was deleted or replaced by a version without this page."
          : "Check your connection and try again."
      }
      onRetry={gone ? undefined : onRetry}
    />
  );
}
