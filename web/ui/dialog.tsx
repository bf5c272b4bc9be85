import { X } from "lucide-react";
import { AlertDialog, Dialog as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from "react";
import { clsx } from "clsx";
import { Button, IconButton, MutationButton } from "./button.tsx";

const overlayStyle = "fixed inset-0 z-50 bg-black/55 animate-appear";
const panelStyle =
  "fixed z-50 flex flex-col border border-line bg-surface text-ink shadow-float outline-none overflow-hidden animate-appear";

interface DialogProps extends Pick<ComponentProps<"div">, "className" | "onKeyDown" | "children"> {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** The element to focus first; by default the first field of a form or, without one, the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** What to ask before closing while that would lose something, else null. Clicks beside the dialog are then ignored. */
  askBeforeClosing?: (() => ConfirmTexts | null) | undefined;
}

type ModalProps = Omit<DialogProps, "title" | "description"> & { "aria-describedby"?: undefined };

/** The base of `Dialog` and `Drawer`: an overlay that traps the focus until it is closed. */
function Modal({ onClose, initialFocus, askBeforeClosing, ...content }: ModalProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const { close, question } = useQuestionBeforeClosing(onClose, askBeforeClosing);
  return (
    <Radix.Root open onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay className={overlayStyle} />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            const dialog = event.currentTarget as HTMLElement;
            const first =
              initialFocus?.current ?? dialog.querySelector<HTMLElement>("form :is(input, textarea, select)");
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onInteractOutside={(event) => askBeforeClosing?.() && event.preventDefault()}
          {...content}
        />
      </Radix.Portal>
      {question}
    </Radix.Root>
  );
}

function useQuestionBeforeClosing(onClose: () => void, ask: DialogProps["askBeforeClosing"]) {
  const [texts, setTexts] = useState<ConfirmTexts | null>(null);
  function close(): void {
    const asked = ask?.() ?? null;
    if (asked) setTexts(asked);
    else onClose();
  }
  const cancel = (): void => setTexts(null);
  const question = texts && (
    <ConfirmDialog {...texts} open onOpenChange={cancel} pending={false} onConfirm={onClose} />
  );
  return { close, question };
}

/** A modal dialog, full-screen on phones. It is open as long as it is rendered. */
export function Dialog({ title, description, className, children, ...modal }: DialogProps) {
  return (
    <Modal
      {...modal}
      {...(description ? {} : { "aria-describedby": undefined })}
      className={clsx(
        panelStyle,
        "inset-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-2rem)] sm:max-w-[calc(100vw-2rem)] sm:-translate-1/2 sm:rounded-2xl",
        className,
      )}
    >
      <div className="flex items-start gap-2 border-b border-line py-3 pr-3 pl-5">
        <div className="min-w-0 flex-1 py-1.5">
          <Radix.Title className="truncate text-lg font-semibold">{title}</Radix.Title>
          {description && (
            <Radix.Description className="text-sm text-ink-soft">{description}</Radix.Description>
          )}
        </div>
        <Radix.Close asChild>
          <IconButton icon={X} label="Close" />
        </Radix.Close>
      </div>
      {children}
    </Modal>
  );
}

interface ConfirmTexts {
  title: string;
  description: string;
  confirmLabel: string;
  cancelLabel?: string;
}

interface ConfirmDialogProps extends ConfirmTexts {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pending: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayStyle} />
        <AlertDialog.Content
          {...returnFocus}
          className={`${panelStyle} top-1/2 left-1/2 w-[calc(100vw-2rem)] max-w-md -translate-1/2 rounded-2xl p-6`}
        >
          <AlertDialog.Title className="text-lg font-semibold">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-ink-soft">
            {props.description}
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary" label={props.cancelLabel ?? "Cancel"} />
            </AlertDialog.Cancel>
            <MutationButton<void>
              variant="danger"
              mutation={{ isPending: props.pending, mutate: props.onConfirm }}
              label={props.confirmLabel}
            />
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** A panel that slides in from the left, for phones. It is open as long as it is rendered. */
export function Drawer({ title, children, onClose }: Pick<DialogProps, "title" | "children" | "onClose">) {
  return (
    <Modal
      onClose={onClose}
      aria-describedby={undefined}
      className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col shadow-float outline-none animate-slide-in"
    >
      <Radix.Title className="sr-only">{title}</Radix.Title>
      {children}
    </Modal>
  );
}

/** Handlers for dialogs without a Radix trigger: on closing, focus returns to where it was or, if gone, to the main area. */
function useReturnFocus() {
  const previous = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      previous.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = previous;
      const isThere = current instanceof HTMLElement && current !== document.body && current.isConnected;
      (isThere ? current : document.querySelector("main"))?.focus({ preventScroll: true });
    },
  };
}

interface ConfirmedButtonProps
  extends Omit<ComponentProps<typeof Button>, "onClick" | "title" | "pending">, ConfirmTexts {
  pending: boolean;
  /** Pass the options on to the mutation, so that the dialog closes when it settles. */
  onConfirm: (options: { onSettled: () => void }) => void;
}

/** A button that asks for confirmation first. Unless it is an icon button, its label is `confirmLabel`. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { title, description, confirmLabel, pending, onConfirm, ...button } = props;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} label={button.size !== "icon" && confirmLabel} />
      <ConfirmDialog
        {...{ title, description, confirmLabel, pending }}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => onConfirm({ onSettled: () => setAsking(false) })}
      />
    </>
  );
}
