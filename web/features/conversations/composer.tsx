import { SendHorizontal, Square } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useRef } from "react";
import { Spinner } from "../../ui/spinner.tsx";

const questionMaxLength = 4000;

interface ComposerProps {
  ref: Ref<HTMLTextAreaElement>;
  text: string;
  onText: (text: string) => void;
  /** Whether a session exists and no message is being sent. */
  ready: boolean;
  pending: boolean;
  placeholder: string;
  onSend: () => void;
  /** Stops the answer that is being written. */
  onStop?: (() => void) | undefined;
}

/** The field for questions. Enter sends, Shift+Enter starts a new line. */
export function Composer({ ref, text, onText, ready, pending, placeholder, onSend, onStop }: ComposerProps) {
  const isBlank = text.trim() === "";
  const canSend = ready && !isBlank;
  // On slow connections Enter may come before the session exists: the question is then sent once it does.
  const isWaiting = useRef(false);
  useEffect(() => {
    if (!isWaiting.current || !canSend) return;
    isWaiting.current = false;
    onSend();
  }, [canSend, onSend]);

  function sendByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Enter also confirms a word that is being composed (Chinese, Japanese, Korean).
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) onSend();
    else if (!ready && !pending && !isBlank) isWaiting.current = true;
  }

  return (
    <form
      className="flex items-end gap-2 border-t border-line p-3 sm:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      <textarea
        ref={ref}
        rows={1}
        aria-label="Your question"
        placeholder={placeholder}
        maxLength={questionMaxLength}
        value={text}
        onChange={(event) => {
          isWaiting.current = false;
          onText(event.target.value);
        }}
        onKeyDown={sendByEnter}
        className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-xl border border-line-strong bg-surface px-3.5 py-2 text-base placeholder:text-ink-soft"
      />
      {onStop ? (
        <button
          type="button"
          aria-label="Stop answering"
          onClick={onStop}
          className="grid size-11 shrink-0 place-items-center rounded-xl border border-line-strong bg-surface transition-colors hover:border-accent hover:text-accent-text"
        >
          <Square aria-hidden className="size-4 fill-current" />
        </button>
      ) : (
        <button
          type="submit"
          aria-label="Send"
          disabled={!canSend}
          className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent text-on-accent transition-colors enabled:hover:bg-accent-hover disabled:cursor-not-allowed disabled:opacity-50"
        >
          {pending ? <Spinner /> : <SendHorizontal aria-hidden className="size-5" />}
        </button>
      )}
    </form>
  );
}
