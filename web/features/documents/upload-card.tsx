import { FileUp } from "lucide-react";
import { useState, lazy, type ReactNode, Suspense } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import { useMay, useOrganizationId } from "../../current-organization.tsx";
import { Button, IconButton, Spinner } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useFileDrop } from "./file-drop.ts";
import type { Document } from "../../../contract/documents.ts";
import { loadCode } from "../../load-code.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { toast } from "../../ui/toast-store.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { UploadTarget } from "./upload-transports.ts";

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

const UploadForm = lazy(async () => ({
  default: (await loadCode(() => import("./upload-form.tsx"))).UploadForm,
}));

/** 750 pixels for Uppy's dashboard, 20 on each side, and the border. */
const dialogWidth = "sm:w-[792px]";

interface UploadDialogProps extends Omit<UploadTarget, "organizationId"> {
  title: ReactNode;
  onClose: () => void;
  /** A file that is already chosen. */
  file?: File | null;
}

/** The dialog to choose and upload a file. It closes after the upload. */
function UploadDialog({ title, onClose, file = null, ...target }: UploadDialogProps) {
  const queryClient = useQueryClient();
  const organizationId = useOrganizationId();

  function succeed(): void {
    onClose();
    toast({
      title: "Upload Successful",
      description: "Your document has been uploaded and is being processed.",
    });
    void queryClient.invalidateQueries({ queryKey: ["/api/organizations", organizationId] });
  }

  return (
    <Dialog onClose={onClose} title={title} className={dialogWidth}>
      <LoadFailed>
        <Suspense
          fallback={
            <div className="grid h-[550px] place-items-center">
              <Spinner label="Loading" className="size-8 text-accent-text" />
            </div>
          }
        >
          <UploadForm {...target} organizationId={organizationId} file={file} onSuccess={succeed} />
        </Suspense>
      </LoadFailed>
    </Dialog>
  );
}

interface UploadVersionProps {
  document: Document;
  /** Labels the button "Replace", for a file that cannot be read. */
  asReplacement?: boolean;
}

/** Uploads a new version of a document; the file may have a different name. */
export function UploadVersion({ document, asReplacement = false }: UploadVersionProps) {
  const [open, setOpen] = useState(false);
  const button = { icon: FileUp, onClick: () => setOpen(true) };
  return (
    <>
      {asReplacement ? (
        <Button {...button} size="small" aria-label={`Replace ${document.name}`} label="Replace" />
      ) : (
        <Tooltip content="Upload a new version">
          <IconButton {...button} label={`Upload a new version of ${document.name}`} />
        </Tooltip>
      )}
      {open && (
        <UploadDialog
          title={`New version of ${document.name}`}
          type={document.type}
          documentId={document.id}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
