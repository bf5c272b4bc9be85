import { useEffect, useRef, useState } from "react";
import type { DocumentPage } from "../../../contract/documents.ts";
import { Spinner } from "../../ui/button.tsx";
import { markedBlocks, rectanglesOf, type TextRange } from "./highlight.ts";

interface PageViewProps {
  page: DocumentPage;
  ranges: TextRange[];
}

/** After this many failed attempts the text is shown instead of the picture. */
const maxAttempts = 3;

/** The state of a picture that is retried after a delay: the server renders few pages at once and may be busy. */
function usePicture() {
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const [attempt, setAttempt] = useState(1);
  const nextAttempt = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(nextAttempt.current), []);
  const onError = (): void => {
    if (attempt === maxAttempts) setState("failed");
    else nextAttempt.current = window.setTimeout(() => setAttempt(attempt + 1), attempt * 500);
  };
  return { state, attempt, events: { onLoad: () => setState("loaded"), onError } };
}

/** The picture of a page with highlighted quotes. A `zoom` of 1 fits the width. */
export function PagePicture({ page, ranges, zoom }: PageViewProps & { zoom: number }) {
  const { state, attempt, events } = usePicture();
  if (state === "failed") return <PageText page={page} ranges={ranges} />;
  return (
    <div
      className="relative mx-auto bg-white shadow-card"
      style={{
        width: `${zoom * 100}%`,
        maxWidth: `${zoom * 56}rem`,
        aspectRatio: `${page.width} / ${page.height}`,
      }}
    >
      {state === "loading" && (
        <div className="absolute inset-0 grid justify-center bg-sunken pt-24 text-accent-text">
          <Spinner label="Loading page" className="size-8" />
        </div>
      )}
      <img
        key={attempt}
        src={page.image}
        alt={`Page ${page.page}`}
        {...events}
        className="absolute inset-0 size-full"
      />
      <Highlights page={page} ranges={ranges} isReady={state === "loaded"} />
    </div>
  );
}

function Highlights({ page, ranges, isReady }: PageViewProps & { isReady: boolean }) {
  const firstMark = useScrolledIntoView(isReady);
  const rectangles = ranges.flatMap((range) => rectanglesOf(page.boxes, range));
  return rectangles.map(({ x, y, width, height }, index) => (
    <span
      key={index}
      ref={index === 0 ? firstMark : undefined}
      data-highlight
      className="absolute rounded-[0.15em] bg-[#ffc931]/55 mix-blend-multiply"
      style={{
        left: `${(x / page.width) * 100}%`,
        top: `${(y / page.height) * 100}%`,
        width: `${(width / page.width) * 100}%`,
        height: `${(height / page.height) * 100}%`,
      }}
    />
  ));
}

export function PageText({ page, ranges }: PageViewProps) {
  const firstMark = useScrolledIntoView(true);
  return (
    <article className="mx-auto max-w-3xl rounded-lg border border-line bg-surface px-5 py-6 leading-relaxed sm:px-10 sm:py-9">
      {page.text.trim() === "" && <p className="text-ink-soft">This page has no text.</p>}
      {markedBlocks(page.text, ranges).map((pieces, block) => (
        <p key={block} className="mb-3 wrap-anywhere last:mb-0">
          {pieces.map((piece, index) =>
            piece.marked ? (
              <mark key={index} ref={firstMark}>
                {piece.text}
              </mark>
            ) : (
              piece.text
            ),
          )}
        </p>
      ))}
    </article>
  );
}

/** A ref for highlighted elements; scrolls to the first one once `ready`. */
function useScrolledIntoView(ready: boolean) {
  const first = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (ready) first.current?.scrollIntoView({ block: "center" });
  }, [ready]);
  return (element: HTMLElement | null) => {
    first.current ??= element;
  };
}
