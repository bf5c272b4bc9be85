import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, FileWarning, Minus, Plus, Quote, TextSearch } from "lucide-react";
import { type KeyboardEvent, type Ref, useRef, useState } from "react";
import type { DocumentPage } from "../../../contract/documents.ts";
import { RequestError } from "../../request.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { documentPageQuery, useDocument } from "./api.ts";
import { rangesOfQuote, type QuotedRange, type TextRange } from "./highlight.ts";
import { PagePicture, PageText } from "./page-view.tsx";

/** The page to open, and the quotes to highlight on it. */
export interface ViewerTarget {
  documentId: string;
  documentName: string;
  /** The version; by default the one that is used for answers. */
  version?: number;
  page: number;
  quotes?: QuotedRange[];
}

const zoomSteps = [1, 1.5, 2, 3];

interface DocumentViewerProps {
  target: ViewerTarget;
  onClose: () => void;
}

export function DocumentViewer({ target, onClose }: DocumentViewerProps) {
  const [pageNumber, setPageNumber] = useState(target.page);
  const [asText, setAsText] = useState(false);
  const [zoom, setZoom] = useState(1);
  const region = useRef<HTMLDivElement>(null);
  const document = useDocument(target.documentId).data;
  const page = useQuery(documentPageQuery(target.documentId, pageNumber, target.version));
  // The page count is that of the newest version; for older ones it is unknown.
  const isNewest = target.version === undefined || document?.version === target.version;
  const pageCount = isNewest ? (document?.pageCount ?? null) : null;
  const hasPicture = page.data?.image !== undefined;

  function turn(to: number): void {
    if (to >= 1 && (pageCount === null || to <= pageCount)) setPageNumber(to);
  }
  function turnByKey(event: KeyboardEvent): void {
    // When zoomed in, the arrow keys scroll.
    if (zoom > 1 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowLeft") turn(pageNumber - 1);
    if (event.key === "ArrowRight") turn(pageNumber + 1);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={target.documentName}
      className="sm:h-[92dvh] sm:w-[64rem]"
      onKeyDown={turnByKey}
      initialFocus={region}
    >
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2 border-b border-line px-3 py-2 sm:gap-x-5 sm:px-5">
          <PageTurner page={pageNumber} pageCount={pageCount} onTurn={turn} />
          {hasPicture && (
            <>
              <Zoom zoom={zoom} onZoom={setZoom} disabled={asText} />
              <Button
                variant={asText ? "primary" : "secondary"}
                size="small"
                aria-pressed={asText}
                onClick={() => setAsText(!asText)}
                icon={TextSearch}
              >
                <span className="max-sm:sr-only">Text</span>
              </Button>
            </>
          )}
        </div>
        {target.quotes && (
          <QuoteBar
            quote={target.quotes.map(({ text }) => text).join(" … ")}
            page={target.page}
            onGo={pageNumber === target.page ? undefined : () => turn(target.page)}
          />
        )}
        <PageArea
          ref={region}
          pageNumber={pageNumber}
          target={target}
          page={page}
          asText={asText}
          zoom={zoom}
        />
      </div>
    </Dialog>
  );
}

function rangesOn(page: DocumentPage, { page: quotedPage, quotes = [] }: ViewerTarget): TextRange[] {
  if (page.page !== quotedPage) return [];
  return quotes.flatMap((quote) => rangesOfQuote(page, quote));
}

interface PageAreaProps {
  ref: Ref<HTMLDivElement>;
  pageNumber: number;
  target: ViewerTarget;
  page: UseQueryResult<DocumentPage>;
  asText: boolean;
  zoom: number;
}

/** The page, as a picture or as its text, and what is shown while it loads or if that fails. */
function PageArea({ ref, pageNumber, target, page, asText, zoom }: PageAreaProps) {
  const { data, isPending, error } = page;
  const key = `${pageNumber} ${asText}`;
  const ranges = data ? rangesOn(data, target) : [];
  return (
    <div
      ref={ref}
      tabIndex={0}
      role="region"
      aria-label={`Page ${pageNumber}`}
      aria-busy={isPending}
      className="min-h-0 flex-1 overflow-auto bg-sunken p-3 -outline-offset-4 sm:p-6"
    >
      {isPending && (
        <div className="grid h-full place-items-center text-accent-text">
          <Spinner label="Loading page" className="size-8" />
        </div>
      )}
      {error && <PageFailed error={error} onRetry={() => void page.refetch()} />}
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
  return (
    <div className="mr-auto flex items-center gap-1">
      <IconButton
        icon={ChevronLeft}
        label="Previous page"
        disabled={page <= 1}
        onClick={() => onTurn(page - 1)}
      />
      <span aria-live="polite" className="min-w-20 text-center text-sm font-semibold tabular-nums">
        Page {page}
        {pageCount !== null && ` of ${pageCount}`}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Next page"
        disabled={pageCount !== null && page >= pageCount}
        onClick={() => onTurn(page + 1)}
      />
    </div>
  );
}

interface ZoomProps {
  zoom: number;
  onZoom: (zoom: number) => void;
  disabled: boolean;
}

function Zoom({ zoom, onZoom, disabled }: ZoomProps) {
  const step = zoomSteps.indexOf(zoom);
  const smaller = zoomSteps[step - 1];
  const larger = zoomSteps[step + 1];
  return (
    <div className="flex items-center gap-1">
      <IconButton
        icon={Minus}
        label="Zoom out"
        disabled={disabled || smaller === undefined}
        onClick={() => smaller && onZoom(smaller)}
      />
      <span className="hidden w-11 text-center text-sm tabular-nums sm:inline">{zoom * 100}%</span>
      <IconButton
        icon={Plus}
        label="Zoom in"
        disabled={disabled || larger === undefined}
        onClick={() => larger && onZoom(larger)}
      />
    </div>
  );
}

interface QuoteBarProps {
  quote: string;
  page: number;
  onGo: (() => void) | undefined;
}

function QuoteBar({ quote, page, onGo }: QuoteBarProps) {
  return (
    <div className="flex items-start gap-3 border-b border-line bg-ochre-tint px-4 py-2.5 text-sm text-ochre-ink sm:px-6">
      <Quote aria-hidden className="mt-0.5 size-4 shrink-0" />
      <blockquote className="line-clamp-3 min-w-0 flex-1">{quote}</blockquote>
      {onGo && (
        <Button size="small" onClick={onGo}>
          Back to page {page}
        </Button>
      )}
    </div>
  );
}

function PageFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const gone = error instanceof RequestError && error.status === 404;
  return (
    <div role="alert">
      <EmptyState
        icon={FileWarning}
        tone="danger"
        title={gone ? "Page not found" : "Failed to load the page"}
        description={
          gone
            ? "The document was deleted or replaced by a version without this page."
            : "Check your connection and try again."
        }
        {...(gone ? {} : { onRetry })}
      />
    </div>
  );
}
