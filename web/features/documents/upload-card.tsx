import { FileUp } from "lucide-react";
import { useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import { useMay } from "../../current-organization.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useFileDrop } from "./file-drop.ts";
import { UploadDialog } from "./upload-dialog.tsx";

const uses: Record<Audience, string> = {
  internal: "Policies, handbooks and procedures. Used to answer your team only.",
  external: "Catalogues, price lists and terms. Used to answer your customers.",
};

/** Uploads a document that is chosen or dropped on the page. Shown only to people who may upload. */
export function UploadCard({ type }: { type: Audience }) {
  /** Set while the upload dialog is open, with the dropped file if there is one. */
  const [upload, setUpload] = useState<{ file: File | null } | null>(null);
  const isDragging = useFileDrop(upload !== null, (file) => setUpload({ file }));
  if (!useMay("upload documents")) return null;
  return (
    <Card
      data-dragging={isDragging}
      className="flex flex-col items-start gap-4 border-dashed border-line-strong/60 p-5 transition-colors data-[dragging=true]:border-accent data-[dragging=true]:bg-clay-tint sm:flex-row sm:items-center sm:p-6"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-ochre-tint text-ochre-ink max-sm:hidden">
        <FileUp aria-hidden className="size-6" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold">{`Upload ${type} document`}</h2>
        <p className="text-sm text-ink-soft">{uses[type]}</p>
      </div>
      <Button className="w-full sm:w-auto" onClick={() => setUpload({ file: null })}>
        Upload document
      </Button>
      {upload && (
        <UploadDialog
          title={`Upload an ${type} document`}
          type={type}
          documentId={null}
          file={upload.file}
          onClose={() => setUpload(null)}
        />
      )}
    </Card>
  );
}
