import { Pencil, Trash2 } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { ConfirmedButton } from "./dialog.tsx";

interface EditableRowProps {
  name: string;
  mayEdit: boolean;
  onEdit: () => void;
  deletion: Pick<ComponentProps<typeof ConfirmedButton>, "title" | "description" | "pending" | "onConfirm">;
  children: ReactNode;
}

export function EditableRow({ name, mayEdit, onEdit, deletion, children }: EditableRowProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h3 className="font-sans font-semibold wrap-anywhere">{name}</h3>
        {children}
      </div>
      {mayEdit && (
        <div className="flex gap-1">
          <IconButton icon={Pencil} label={`Edit: ${name}`} onClick={onEdit} />
          <ConfirmedButton
            variant="ghost"
            size="icon"
            aria-label={`Delete: ${name}`}
            {...deletion}
            confirmLabel="Delete"
            icon={Trash2}
          />
        </div>
      )}
    </li>
  );
}
