import { useState } from "react";
import type { SourcesOfPage } from "../features/conversations/sources-of-page.ts";
import type { ViewerTarget } from "../features/documents/document-viewer.tsx";

/** Opens the source of an answer in the viewer, with its quotes highlighted. */
export function useSourceViewer() {
  const [target, setTarget] = useState<ViewerTarget | null>(null);
  return {
    target,
    close: () => setTarget(null),
    openSources: ([first, ...others]: SourcesOfPage) =>
      setTarget({
        documentId: first.documentId,
        documentName: first.documentName,
        version: first.version,
        page: first.page,
        quotes: [first, ...others].map(({ quote, start, end, cells }) => ({
          text: quote,
          start,
          end,
          cells,
        })),
      }),
  };
}
