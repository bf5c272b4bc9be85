import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./dialog.tsx";

interface EditOrDeleteProps {
  /** What the row is called, for those who hear the buttons. */
  name: string;
  onEdit: () => void;
  /** What is asked before it is deleted. */
  confirm: { title: string; description: string };
  pending: boolean;
  onDelete: (options: { onSettled: () => void }) => void;
}

/** The buttons of a row that may be changed and, once that is confirmed, deleted. */
export function EditOrDelete({ name, onEdit, confirm, pending, onDelete }: EditOrDeleteProps) {
  const [deleting, setDeleting] = useState(false);
  return (
    <div className="flex gap-1">
      <Button variant="ghost" size="icon" aria-label={`Edit: ${name}`} onClick={onEdit}>
        <Pencil aria-hidden className="size-4.5" />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Delete: ${name}`} onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden className="size-4.5" />
      </Button>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        {...confirm}
        confirmLabel="Delete"
        pending={pending}
        onConfirm={() => onDelete({ onSettled: () => setDeleting(false) })}
      />
    </div>
  );
}
