import { lazy, Suspense, useState } from "react";
import type { SourcesOfPage } from "../features/conversations/answer-evidence.tsx";
import type { ViewerTarget } from "../features/documents/document-viewer.tsx";

// The code of the viewer is loaded when a document is first opened.
const DocumentViewer = lazy(async () => ({
  default: (await import("../features/documents/document-viewer.tsx")).DocumentViewer,
}));

/** The viewer of documents: a part of the screen, and functions that open it. */
export function useViewer() {
  const [target, setTarget] = useState<ViewerTarget | null>(null);
  return {
    viewer: target && (
      <Suspense fallback={null}>
        <DocumentViewer target={target} onClose={() => setTarget(null)} />
      </Suspense>
    ),
    open: setTarget,
    /** Opens the source of an answer, with its quotes highlighted. */
    openSources: (sources: SourcesOfPage) => {
      const [{ documentId, documentName, version, page }] = sources;
      const quotes = sources.map(({ quote, start, end, cells }) => ({ text: quote, start, end, cells }));
      setTarget({ documentId, documentName, version, page, quotes });
    },
  };
}
