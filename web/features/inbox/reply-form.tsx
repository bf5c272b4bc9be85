import { type ReactNode, useEffect, useRef } from "react";
import type { Conversation } from "../../../contract/inbox.ts";
import { maxReplyLength, windowClosedSentence } from "../../../contract/limits.ts";
import { useUser } from "../../current-organization.tsx";
import { formatTime } from "../../format/date.ts";
import { personName } from "../../format/person-name.ts";
import { MessageField, useTextToSend } from "../../ui/message-field.tsx";
import { useHasPassed } from "../../ui/relative-time.tsx";
import { useReply } from "./api.ts";

/** The reply form for the person who handles the conversation. Others see why they cannot reply. */
export function ReplyForm({ conversation }: { conversation: Conversation }) {
  const { id, owner, handedOffAt, writableUntil } = conversation;
  const userId = useUser().id;
  const isClosed = useHasPassed(writableUntil === null ? null : Date.parse(writableUntil));
  if (owner === null && handedOffAt !== null)
    return <Remark>Waiting for your team. The assistant is paused. Take over to reply.</Remark>;
  if (owner === null) return <Remark>The assistant is answering. Take over to reply yourself.</Remark>;
  if (owner.id !== userId)
    return <Remark>{personName(owner)} is handling this conversation. The assistant is paused.</Remark>;
  if (isClosed) return <Remark>{windowClosedSentence}</Remark>;
  const hint =
    writableUntil === null
      ? "The customer sees your message when their app next loads the conversation."
      : `You can reply until ${formatTime(writableUntil)} (WhatsApp's 24-hour window).`;
  return <Composer key={id} conversationId={id} hint={hint} />;
}

function Remark({ children }: { children: ReactNode }) {
  return <p className="border-t border-line px-4 py-4 text-sm text-ink-soft sm:px-6">{children}</p>;
}

function Composer({ conversationId, hint }: { conversationId: string; hint: string }) {
  const reply = useReply(conversationId);
  const { text, content, setText, submit } = useTextToSend(reply.mutate, conversationId);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The button that took the conversation over had the focus, and is gone.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <MessageField
      ref={box}
      label="Your message"
      placeholder="Write to the customer…"
      hint={hint}
      maxLength={maxReplyLength}
      text={text}
      onText={setText}
      canSend={content !== "" && !reply.isPending}
      pending={reply.isPending}
      onSend={submit}
    />
  );
}
