import { lazy, type ReactNode, Suspense, useState } from "react";
import { type DocumentTarget, OpenDocument } from "../open-document.ts";

// The code of the viewer is loaded when a document is first opened.
const DocumentViewer = lazy(async () => ({
  default: (await import("../features/documents/document-viewer.tsx")).DocumentViewer,
}));

/** A screen with the viewer for documents that it opens. */
export function WithViewer({ children }: { children: ReactNode }) {
  const [target, setTarget] = useState<DocumentTarget | null>(null);
  return (
    <OpenDocument value={setTarget}>
      {children}
      {target && (
        <Suspense fallback={null}>
          <DocumentViewer target={target} onClose={() => setTarget(null)} />
        </Suspense>
      )}
    </OpenDocument>
  );
}
