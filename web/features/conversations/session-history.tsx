import { History } from "lucide-react";
import { useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import type { ChatSessionSummary } from "../../../contract/conversations.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ReadList } from "../../ui/read-list.tsx";
import { useSessions } from "./api.ts";

interface SessionHistoryProps {
  type: Audience;
  currentId: string | undefined;
  onChoose: (sessionId: string) => void;
}

/** The button and the dialog with the person's earlier conversations. */
export function SessionHistory({ onChoose, ...props }: SessionHistoryProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setOpen(true)} icon={History}>
        <span className="max-sm:sr-only">History</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Earlier conversations" className="sm:w-[32rem]">
        <Sessions
          {...props}
          onChoose={(sessionId) => {
            setOpen(false);
            onChoose(sessionId);
          }}
        />
      </Dialog>
    </>
  );
}

function Sessions({ type, currentId, onChoose }: SessionHistoryProps) {
  const list = useSessions(type);
  return (
    <ReadList
      list={list}
      what="conversations"
      className="min-h-40 overflow-y-auto"
      skeleton="m-5 h-16"
      empty={<p className="p-5 text-sm text-ink-soft">Conversations appear here once you ask a question.</p>}
    >
      {(session) => (
        <Session
          key={session.id}
          session={session}
          isCurrent={session.id === currentId}
          onChoose={() => onChoose(session.id)}
        />
      )}
    </ReadList>
  );
}

interface SessionProps {
  session: ChatSessionSummary;
  isCurrent: boolean;
  onChoose: () => void;
}

function Session({ session, isCurrent, onChoose }: SessionProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? "true" : undefined}
        onClick={onChoose}
        className="block w-full px-5 py-3 text-left text-sm -outline-offset-3 hover:bg-sunken aria-[current]:bg-sunken"
      >
        <span className="line-clamp-2 font-medium wrap-anywhere">{session.firstQuestion}</span>
        <span className="text-xs text-ink-soft">
          {isCurrent && "Open now · "}
          <RelativeTime iso={session.lastMessageAt} />
        </span>
      </button>
    </li>
  );
}
