import { type ComponentProps, useState } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./dialog.tsx";

interface ConfirmedButtonProps extends Omit<ComponentProps<typeof Button>, "onClick"> {
  question: { title: string; description: string };
  /** The label of the button that goes ahead. */
  confirmLabel: string;
  pending: boolean;
  /** Pass the options to the mutation, so that the dialog closes after it. */
  onConfirm: (options: { onSettled: () => void }) => void;
}

/** A button that acts only after a confirmation. */
export function ConfirmedButton({
  question,
  confirmLabel,
  pending,
  onConfirm,
  ...button
}: ConfirmedButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        {...question}
        confirmLabel={confirmLabel}
        pending={pending}
        onConfirm={() => onConfirm({ onSettled: () => setAsking(false) })}
      />
    </>
  );
}
