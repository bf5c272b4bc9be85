import { Bot, Undo2 } from "lucide-react";
import type { ChatMessage } from "../../../contract/conversations.ts";
import { ticketPath } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { TextLink } from "../../ui/links.tsx";
import { useHasPassed } from "../../ui/relative-time.tsx";
import { useAskAssistant } from "./api.ts";

/** A hand-off can be undone for this long. */
const undoWithinMs = 60_000;

interface HandedOffProps {
  sessionId: string;
  message: Pick<ChatMessage, "createdAt" | "metadata">;
  /** Whether a person still has the conversation. */
  isStanding: boolean;
}

/** Below a hand-off: its ticket, and buttons that return to the assistant. */
export function HandedOff({ sessionId, message, isStanding }: HandedOffProps) {
  const { ticketId, ticketNumber, undone } = message.metadata ?? {};
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-sm">
      {ticketId && ticketNumber && <TextLink href={ticketPath(ticketId)}>{ticketNumber}</TextLink>}
      {undone && <span className="text-ink-soft">Undone</span>}
      {isStanding && <WaysBack sessionId={sessionId} handedOffAt={message.createdAt} />}
    </div>
  );
}

function WaysBack({ sessionId, handedOffAt }: { sessionId: string; handedOffAt: string }) {
  const askAssistant = useAskAssistant(sessionId);
  const mayUndo = !useHasPassed(Date.parse(handedOffAt) + undoWithinMs);
  const wayBack = (undo: boolean) =>
    ({
      size: "small",
      disabled: askAssistant.isPending,
      onClick: () => askAssistant.mutate({ undo }),
    }) as const;
  return (
    <>
      {mayUndo && <Button {...wayBack(true)} icon={Undo2} label="Undo" />}
      <Button {...wayBack(false)} icon={Bot} label="Ask the assistant" />
    </>
  );
}
