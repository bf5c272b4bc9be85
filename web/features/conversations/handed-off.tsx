import { Bot, Undo2 } from "lucide-react";
import type { ChatMessage } from "../../../contract/conversations.ts";
import { undoWithinMs } from "../../../contract/limits.ts";
import { ticketPath } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { TextLink } from "../../ui/links.tsx";
import { useHasPassed } from "../../ui/relative-time.tsx";
import { useAskAssistant } from "./api.ts";

interface HandedOffProps {
  sessionId: string;
  message: ChatMessage;
  /** Whether the conversation is still with a person. */
  isActive: boolean;
}

/** Shown below a hand-off: its ticket, and buttons that return the conversation to the assistant. */
export function HandedOff({ sessionId, message, isActive }: HandedOffProps) {
  const { ticketId, ticketNumber, undone } = message.metadata ?? {};
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-sm">
      {ticketId && ticketNumber && <TextLink href={ticketPath(ticketId)}>{ticketNumber}</TextLink>}
      {undone && <span className="text-ink-soft">Undone</span>}
      {isActive && <ReturnButtons sessionId={sessionId} handedOffAt={message.createdAt} />}
    </div>
  );
}

function ReturnButtons({ sessionId, handedOffAt }: { sessionId: string; handedOffAt: string }) {
  const { mutate, isPending } = useAskAssistant(sessionId);
  const mayUndo = !useHasPassed(Date.parse(handedOffAt) + undoWithinMs);
  const shared = { size: "small", disabled: isPending } as const;
  return (
    <>
      {mayUndo && <Button {...shared} onClick={() => mutate({ undo: true })} icon={Undo2} label="Undo" />}
      <Button {...shared} onClick={() => mutate({ undo: false })} icon={Bot} label="Ask the assistant" />
    </>
  );
}
