import { FileUp } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import { useMay, useOrganizationId } from "../../current-organization.tsx";
import { Button, IconButton, Spinner } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import type { Document } from "../../../contract/documents.ts";
import { loadCode } from "../../load-code.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { toast } from "../../ui/toast-store.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { UploadFormProps } from "./upload-form.tsx";

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

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/**
 * Calls `onFile` with a file that is dropped anywhere on the page, and returns whether one is being dragged. Pass
 * `isDisabled` while a dialog handles dropped files.
 */
function useFileDrop(isDisabled: boolean, onFile: (file: File) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const acceptFiles = useEffectEvent((files: FileList) => {
    const [file, ...more] = files;
    if (more.length > 0)
      toast({ title: "One file at a time", description: "Drop a single PDF or Word file." });
    else if (file) onFile(file);
  });
  useEffect(() => {
    if (isDisabled) return undefined;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setIsDragging(true);
    };
    const leave = (event: DragEvent): void => {
      // Without a `relatedTarget`, the file was dragged out of the window.
      if (event.relatedTarget === null) setIsDragging(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsDragging(false);
      if (event.dataTransfer) acceptFiles(event.dataTransfer.files);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, [isDisabled]);
  return isDragging && !isDisabled;
}

const UploadForm = lazy(async () => ({
  default: (await loadCode(() => import("./upload-form.tsx"))).UploadForm,
}));

const cancelQuestion = {
  title: "Cancel this upload?",
  description: "The file is still being sent.",
  confirmLabel: "Cancel upload",
  cancelLabel: "Keep uploading",
};

/** While `isNeeded`, the browser asks before it leaves or reloads the page. */
function useWarnBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const warn = (event: Event): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}

interface UploadDialogProps extends Omit<UploadFormProps, "organizationId" | "onUploading" | "onSuccess"> {
  title: string;
  onClose: () => void;
}

/** The dialog to choose and upload a file. It closes after the upload, and asks before cancelling it. */
function UploadDialog({ title, onClose, ...upload }: UploadDialogProps) {
  const queryClient = useQueryClient();
  const organizationId = useOrganizationId();
  const [isUploading, setUploading] = useState(false);
  useWarnBeforeLeaving(isUploading);

  function succeed(): void {
    onClose();
    toast({
      title: "Upload Successful",
      description: "Your document has been uploaded and is being processed.",
    });
    void queryClient.invalidateQueries({ queryKey: ["/api/organizations", organizationId] });
  }

  return (
    // 750 pixels for Uppy's dashboard, 20 on each side, and the border.
    <Dialog
      onClose={onClose}
      askBeforeClosing={() => (isUploading ? cancelQuestion : null)}
      title={title}
      className="sm:w-[792px]"
    >
      <LoadFailed>
        <Suspense
          fallback={
            <div className="grid h-[550px] place-items-center">
              <Spinner label="Loading" className="size-8 text-accent-text" />
            </div>
          }
        >
          <UploadForm
            {...upload}
            organizationId={organizationId}
            onUploading={setUploading}
            onSuccess={succeed}
          />
        </Suspense>
      </LoadFailed>
    </Dialog>
  );
}

/** Uploads a new version of a document; the file may have a different name. */
export function UploadVersion({ document, replaces = false }: { document: Document; replaces?: boolean }) {
  const [open, setOpen] = useState(false);
  const button = { icon: FileUp, onClick: () => setOpen(true) };
  return (
    <>
      {replaces ? (
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
          file={null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
