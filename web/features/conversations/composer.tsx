import { type ComponentProps, useEffect, useRef } from "react";
import { maxQuestionLength } from "../../../contract/limits.ts";
import { MessageField } from "../../ui/message-field.tsx";

interface ComposerProps extends Omit<
  ComponentProps<typeof MessageField>,
  "label" | "hint" | "isInvalid" | "maxLength" | "canSend" | "onEarlyEnter"
> {
  /** Whether a session exists and no message is being sent. */
  ready: boolean;
}

/** From this length on, the length is shown. */
const longQuestion = 3500;

/** How long the question is, once that matters. */
function lengthHint(length: number): string | undefined {
  if (length < longQuestion) return undefined;
  const excess = length - maxQuestionLength;
  if (excess > 0) return `Too long by ${excess} ${excess === 1 ? "character" : "characters"}.`;
  return `${length} of ${maxQuestionLength} characters`;
}

export function Composer({ text, onText, ready, onSend, ...rest }: ComposerProps) {
  const { length } = text.trim();
  const isTooLong = length > maxQuestionLength;
  const isSendable = length > 0 && !isTooLong;
  const canSend = ready && isSendable;
  // On a slow connection, Enter may be pressed before the session exists. The question is then sent once it does.
  const isWaiting = useRef(false);

  useEffect(() => {
    if (!isWaiting.current || !canSend) return;
    isWaiting.current = false;
    onSend();
  }, [canSend, onSend]);

  return (
    <MessageField
      {...rest}
      label="Your question"
      hint={lengthHint(length)}
      isInvalid={isTooLong}
      text={text}
      onText={(changed) => {
        isWaiting.current = false;
        onText(changed);
      }}
      canSend={canSend}
      onSend={onSend}
      onEarlyEnter={() => {
        isWaiting.current = !ready && !rest.pending && isSendable;
      }}
    />
  );
}
