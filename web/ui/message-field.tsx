import { SendHorizontal, Square } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useId, useRef } from "react";
import { useDraftText } from "../drafts.ts";
import { randomKey } from "../request.ts";
import { Form } from "./form.tsx";
import { Spinner } from "./button.tsx";

interface MessageFieldProps extends Pick<ComponentProps<"textarea">, "ref" | "placeholder" | "maxLength"> {
  label: string;
  hint?: string | undefined;
  /** Whether the text can't be sent, for a reason that the hint gives. */
  isInvalid?: boolean;
  text: string;
  onText: (text: string) => void;
  canSend: boolean;
  pending: boolean;
  onSend: () => void;
  /** Called when Enter is pressed while nothing can be sent. */
  onEarlyEnter?: () => void;
  /** Stops the answer that is being written; if given, a stop button replaces the send button. */
  onStop?: (() => void) | undefined;
}

/** A field for messages. Enter sends, Shift+Enter starts a new line. */
export function MessageField(props: MessageFieldProps) {
  const { label, hint, isInvalid = false, text, onText, canSend, pending, onSend, ...rest } = props;
  const { onEarlyEnter, onStop, ...field } = rest;
  const hintId = useId();

  function sendByEnter(event: KeyboardEvent): void {
    // In input methods for Chinese, Japanese and Korean, Enter also confirms the word being composed.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) onSend();
    else onEarlyEnter?.();
  }

  return (
    <Form className="border-t border-line p-3 sm:p-4" onSubmit={() => canSend && onSend()}>
      <div className="flex items-end gap-2">
        <textarea
          {...field}
          rows={1}
          aria-label={label}
          aria-describedby={hint && hintId}
          aria-invalid={isInvalid || undefined}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={sendByEnter}
          className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-xl border border-line-strong bg-surface px-3.5 py-2 text-base placeholder:text-ink-soft aria-invalid:border-danger"
        />
        {onStop ? <StopButton onStop={onStop} /> : <SendButton disabled={!canSend} pending={pending} />}
      </div>
      {hint && <Hint id={hintId} text={hint} isReason={isInvalid} />}
    </Form>
  );
}

/** A remark about the text, or the reason why it can't be sent. */
function Hint({ id, text, isReason }: { id: string; text: string; isReason: boolean }) {
  const colour = isReason ? "text-danger-ink" : "text-ink-soft";
  return (
    <p id={id} role={isReason ? "alert" : undefined} className={`mt-1.5 px-1 text-xs ${colour}`}>
      {text}
    </p>
  );
}

function StopButton({ onStop }: { onStop: () => void }) {
  return (
    <button
      type="button"
      aria-label="Stop answering"
      onClick={onStop}
      className="grid size-11 shrink-0 place-items-center rounded-xl border border-line-strong bg-surface transition-colors hover:border-accent hover:text-accent-text"
    >
      <Square aria-hidden className="size-4 fill-current" />
    </button>
  );
}

function SendButton({ disabled, pending }: { disabled: boolean; pending: boolean }) {
  return (
    <button
      type="submit"
      aria-label="Send"
      disabled={disabled}
      className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent text-on-accent transition-colors enabled:hover:bg-accent-hover disabled:cursor-not-allowed disabled:opacity-50"
    >
      {pending ? <Spinner /> : <SendHorizontal aria-hidden className="size-5" />}
    </button>
  );
}

/** A text with its idempotency key, which stays the same when the text is sent again. */
export interface KeyedText {
  content: string;
  key: string;
}

/**
 * The state of a text to send. If sending fails, the text returns to the field unless a new one has been typed. The
 * server may have received it anyway, so when it is sent again, it keeps its idempotency key. With a `draftName` the text
 * is kept until it is sent.
 */
export function useTextToSend(
  send: (sent: KeyedText, options: { onError: () => void }) => void,
  draftName: string | null = null,
) {
  const [text, setText] = useDraftText(draftName);
  const failed = useRef<KeyedText | null>(null);
  const content = text.trim();
  return {
    text,
    content,
    setText,
    submit: (): void => {
      setText("");
      const sent = failed.current?.content === content ? failed.current : { content, key: randomKey() };
      failed.current = null;
      const onError = (): void => {
        failed.current = sent;
        setText((current) => current || content);
      };
      send(sent, { onError });
    },
  };
}
