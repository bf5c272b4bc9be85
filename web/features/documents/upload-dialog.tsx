import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { FileUp } from "lucide-react";
import type { Document } from "../../../contract/documents.ts";
import { useOrganizationId } from "../../current-organization.tsx";
import { loadCode } from "../../load-code.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast-store.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { UploadTarget } from "./upload-transports.ts";

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
export function UploadDialog({ title, onClose, file = null, ...target }: UploadDialogProps) {
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
