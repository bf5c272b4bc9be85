import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { ConfirmedButton } from "./confirmed-button.tsx";

interface EditableRowProps {
  name: string;
  /** Whether the person may edit and delete the row. */
  editable: boolean;
  onEdit: () => void;
  /** The texts of the confirmation before it is deleted. */
  confirm: { title: string; description: string };
  pending: boolean;
  onDelete: (options: { onSettled: () => void }) => void;
  /** Shown below the name. */
  children: ReactNode;
}

/** A row of a list with buttons to edit and, after a confirmation, delete it. */
export function EditableRow({ name, editable, onEdit, children, ...props }: EditableRowProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h3 className="font-sans font-semibold wrap-anywhere">{name}</h3>
        {children}
      </div>
      {editable && (
        <div className="flex gap-1">
          <Button variant="ghost" size="icon" aria-label={`Edit: ${name}`} onClick={onEdit}>
            <Pencil aria-hidden className="size-4.5" />
          </Button>
          <ConfirmedButton
            variant="ghost"
            size="icon"
            aria-label={`Delete: ${name}`}
            question={props.confirm}
            confirmLabel="Delete"
            pending={props.pending}
            onConfirm={props.onDelete}
          >
            <Trash2 aria-hidden className="size-4.5" />
          </ConfirmedButton>
        </div>
      )}
    </li>
  );
}
