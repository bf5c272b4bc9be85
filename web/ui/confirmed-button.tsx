import { type ComponentProps, useState } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./dialog.tsx";

interface ConfirmedButtonProps extends Omit<ComponentProps<typeof Button>, "onClick"> {
  title: string;
  description: string;
  /** The label of the button that goes ahead, and of this one unless it has another. */
  confirmLabel: string;
  pending: boolean;
  /** Pass the options to the mutation, so that the dialog closes after it. */
  onConfirm: (options: { onSettled: () => void }) => void;
}

/** A button that acts only after a confirmation. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { title, description, confirmLabel, pending, onConfirm, ...button } = props;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {button.size === "icon" ? null : confirmLabel}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={title}
        description={description}
        confirmLabel={confirmLabel}
        pending={pending}
        onConfirm={() => onConfirm({ onSettled: () => setAsking(false) })}
      />
    </>
  );
}
