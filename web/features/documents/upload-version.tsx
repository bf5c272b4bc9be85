import { FileUp } from "lucide-react";
import { useState } from "react";
import type { Document } from "../../../contract/documents.ts";
import { Button } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { UploadDialog } from "./upload-dialog.tsx";

interface UploadVersionProps {
  organizationId: string;
  document: Document;
  /** Labels the button "Replace", for a file that cannot be read. */
  asRemedy?: boolean;
}

/** Uploads a new version of a document; the file may have another name. */
export function UploadVersion({ organizationId, document, asRemedy = false }: UploadVersionProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {asRemedy ? (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Replace ${document.name}`}
          onClick={() => setOpen(true)}
          icon={FileUp}
        >
          Replace
        </Button>
      ) : (
        <Tooltip content="Upload a new version">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Upload a new version of ${document.name}`}
            onClick={() => setOpen(true)}
          >
            <FileUp aria-hidden className="size-5" />
          </Button>
        </Tooltip>
      )}
      <UploadDialog
        open={open}
        onOpenChange={setOpen}
        title={`New version of ${document.name}`}
        organizationId={organizationId}
        type={document.type}
        documentId={document.id}
      />
    </>
  );
}
