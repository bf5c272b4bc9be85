import { FileUp } from "lucide-react";
import { useState } from "react";
import type { Document } from "../../../contract/documents.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { UploadDialog } from "./upload-dialog.tsx";

interface UploadVersionProps {
  document: Document;
  /** Labels the button "Replace", for a file that cannot be read. */
  asRemedy?: boolean;
}

/** Uploads a new version of a document; the file may have another name. */
export function UploadVersion({ document, asRemedy = false }: UploadVersionProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {asRemedy ? (
        <Button
          size="small"
          aria-label={`Replace ${document.name}`}
          onClick={() => setOpen(true)}
          icon={FileUp}
        >
          Replace
        </Button>
      ) : (
        <Tooltip content="Upload a new version">
          <IconButton
            icon={FileUp}
            label={`Upload a new version of ${document.name}`}
            onClick={() => setOpen(true)}
          />
        </Tooltip>
      )}
      <UploadDialog
        open={open}
        onOpenChange={setOpen}
        title={`New version of ${document.name}`}
        type={document.type}
        documentId={document.id}
      />
    </>
  );
}
