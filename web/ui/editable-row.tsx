import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "../current-organization.tsx";
import { IconButton } from "./button.tsx";
import { ConfirmedButton } from "./dialog.tsx";

interface EditableRowProps {
  name: string;
  onEdit: () => void;
  /** The texts of the dialog that confirms deletion. */
  confirm: { title: string; description: string };
  pending: boolean;
  onDelete: (options: { onSettled: () => void }) => void;
  /** Shown below the name. */
  children: ReactNode;
}

/** A list row with edit and delete buttons, which are shown only to people who may write answers. */
export function EditableRow({ name, onEdit, children, ...props }: EditableRowProps) {
  const editable = useMay("write answers");
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h3 className="font-sans font-semibold wrap-anywhere">{name}</h3>
        {children}
      </div>
      {editable && (
        <div className="flex gap-1">
          <IconButton icon={Pencil} label={`Edit: ${name}`} onClick={onEdit} />
          <ConfirmedButton
            variant="ghost"
            size="icon"
            aria-label={`Delete: ${name}`}
            {...props.confirm}
            confirmLabel="Delete"
            pending={props.pending}
            onConfirm={props.onDelete}
            icon={Trash2}
          />
        </div>
      )}
    </li>
  );
}
