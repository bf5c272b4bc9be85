import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useCallback, useState, useSyncExternalStore } from "react";
import type { Conversation } from "../../../contract/inbox.ts";
import { replyMaxLength, windowClosedSentence } from "../../../contract/limits.ts";
import { personName } from "../../format/person-name.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { useReply } from "./api.ts";
import { formatMoment } from "./labels.ts";

interface ReplyFormProps {
  organizationId: string;
  userId: string;
  conversation: Conversation;
}

/** The reply form for the person who handles the conversation; for others, why they cannot reply. */
export function ReplyForm({ organizationId, userId, conversation }: ReplyFormProps) {
  const { owner, writableUntil } = conversation;
  const isClosed = useHasPassed(writableUntil);
  if (owner === null) {
    return <Remark>The assistant is answering. Take over to reply yourself.</Remark>;
  }
  if (owner.id !== userId)
    return <Remark>{personName(owner)} is handling this conversation. The assistant is paused.</Remark>;
  if (isClosed) return <Remark>{windowClosedSentence}</Remark>;
  const hint =
    writableUntil === null
      ? "The customer sees your message when their app next loads the conversation."
      : `You can reply until ${formatMoment(writableUntil)} (WhatsApp's 24-hour window).`;
  return (
    <Composer
      key={conversation.id}
      organizationId={organizationId}
      conversationId={conversation.id}
      hint={hint}
    />
  );
}

/** Whether a time has passed. Renders again when it does. */
function useHasPassed(iso: string | null): boolean {
  const subscribe = useCallback(
    (onPassed: () => void) => {
      const timer = iso === null ? undefined : setTimeout(onPassed, Date.parse(iso) - Date.now() + 1);
      return () => clearTimeout(timer);
    },
    [iso],
  );
  return useSyncExternalStore(subscribe, () => iso !== null && Date.parse(iso) <= Date.now());
}

function Remark({ children }: { children: ReactNode }) {
  return <p className="border-t border-line px-4 py-4 text-sm text-ink-soft sm:px-6">{children}</p>;
}

interface ComposerProps {
  organizationId: string;
  conversationId: string;
  hint: string;
}

/** The reply field. Enter sends, Shift+Enter starts a new line. */
function Composer({ organizationId, conversationId, hint }: ComposerProps) {
  const reply = useReply(organizationId, conversationId);
  const [text, setText] = useState("");
  const content = text.trim();
  const canSend = content !== "" && !reply.isPending;

  function send(): void {
    if (!canSend) return;
    setText("");
    // If sending fails, the text is put back, unless a new one has been written.
    reply.mutate(content, { onError: () => setText((current) => current || content) });
  }

  function sendByEnter(event: KeyboardEvent): void {
    // Enter also confirms a word that is being composed (Chinese, Japanese, Korean).
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className="border-t border-line p-3 sm:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          rows={1}
          aria-label="Your message"
          aria-describedby="reply-hint"
          placeholder="Write to the customer..."
          maxLength={replyMaxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={sendByEnter}
          className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-xl border border-line-strong bg-surface px-3.5 py-2 text-base placeholder:text-ink-soft"
        />
        <button
          type="submit"
          aria-label="Send"
          disabled={!canSend}
          className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent text-on-accent transition-colors enabled:hover:bg-accent-hover disabled:cursor-not-allowed disabled:opacity-50"
        >
          {reply.isPending ? <Spinner /> : <SendHorizontal aria-hidden className="size-5" />}
        </button>
      </div>
      <p id="reply-hint" className="mt-1.5 px-1 text-xs text-ink-soft">
        {hint}
      </p>
    </form>
  );
}
