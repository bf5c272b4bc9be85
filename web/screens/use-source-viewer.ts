import { useState } from "react";
import type { Source } from "../../contract/conversations.ts";
import type { ViewerTarget } from "../features/documents/document-viewer.tsx";

/** Opens the document that an answer stands on, at the page and with the quote highlighted. */
export function useSourceViewer() {
  const [target, setTarget] = useState<ViewerTarget | null>(null);
  return {
    target,
    close: () => setTarget(null),
    openSource: (source: Source) =>
      setTarget({
        documentId: source.documentId,
        documentName: source.documentName,
        version: source.version,
        page: source.page,
        quote: { text: source.quote, start: source.start, end: source.end },
      }),
  };
}
