import { lazy, Suspense } from "react";
import type { ViewerTarget } from "./document-viewer.tsx";

const DocumentViewer = lazy(async () => ({
  default: (await import("./document-viewer.tsx")).DocumentViewer,
}));

interface LazyDocumentViewerProps {
  target: ViewerTarget | null;
  onClose: () => void;
}

/** The viewer; its code is loaded when a document is first opened. */
export function LazyDocumentViewer({ target, onClose }: LazyDocumentViewerProps) {
  if (!target) return null;
  return (
    <Suspense fallback={null}>
      <DocumentViewer target={target} onClose={onClose} />
    </Suspense>
  );
}
