import { FileUp } from "lucide-react";
import { useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import { useMay } from "../../current-organization.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useFileDrop } from "./file-drop.ts";
import { UploadDialog } from "./upload-dialog.tsx";

/** Uploads a document that is chosen or dropped on the page, for those who may. */
export function UploadCard({ type }: { type: Audience }) {
  const [open, setOpen] = useState(false);
  const [dropped, setDropped] = useState<File | null>(null);
  const isDragging = useFileDrop(open, (file) => {
    setDropped(file);
    setOpen(true);
  });
  if (!useMay("upload documents")) return null;
  return (
    <Card
      data-dragging={isDragging}
      className="flex flex-col items-start gap-4 border-dashed border-line-strong/60 p-5 transition-colors data-[dragging=true]:border-accent data-[dragging=true]:bg-clay-tint sm:flex-row sm:items-center sm:p-6"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-ochre-tint text-ochre-ink">
        <FileUp aria-hidden className="size-6" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold">
          {type === "internal" ? "Upload internal document" : "Upload external document"}
        </h2>
        <p className="text-sm text-ink-soft">
          {type === "internal"
            ? "Policies, handbooks and procedures. Used to answer your team only."
            : "Catalogues, price lists and terms. Used to answer your customers."}
        </p>
      </div>
      <Button
        className="w-full sm:w-auto"
        onClick={() => {
          setDropped(null);
          setOpen(true);
        }}
      >
        Upload document
      </Button>
      <UploadDialog
        open={open}
        onOpenChange={setOpen}
        title={type === "internal" ? "Upload an internal document" : "Upload an external document"}
        type={type}
        documentId={null}
        file={dropped}
      />
    </Card>
  );
}
