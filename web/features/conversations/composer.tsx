import { type ComponentProps, useEffect, useRef } from "react";
import { maxQuestionLength } from "../../../contract/limits.ts";
import { MessageField } from "../../ui/message-field.tsx";

interface ComposerProps extends Omit<
  ComponentProps<typeof MessageField>,
  "label" | "maxLength" | "canSend" | "onEarlyEnter"
> {
  /** Whether a session exists and no message is being sent. */
  ready: boolean;
}

export function Composer({ text, onText, ready, onSend, ...rest }: ComposerProps) {
  const isBlank = text.trim() === "";
  const canSend = ready && !isBlank;
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
      maxLength={maxQuestionLength}
      text={text}
      onText={(changed) => {
        isWaiting.current = false;
        onText(changed);
      }}
      canSend={canSend}
      onSend={onSend}
      onEarlyEnter={() => {
        isWaiting.current = !ready && !rest.pending && !isBlank;
      }}
    />
  );
}
