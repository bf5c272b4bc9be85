import { History } from "lucide-react";
import { useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import type { ChatSessionSummary } from "../../../contract/conversations.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { useSessions } from "./api.ts";

interface SessionHistoryProps {
  type: Audience;
  currentId: string | undefined;
  onChoose: (sessionId: string) => void;
}

export function SessionHistory(props: SessionHistoryProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setOpen(true)} icon={History}>
        <span className="max-sm:sr-only">History</span>
      </Button>
      {open && <SessionsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function SessionsDialog(props: SessionHistoryProps & { onClose: () => void }) {
  const { type, currentId, onChoose, onClose } = props;
  const list = useSessions(type);
  const choose = (sessionId: string): void => {
    onClose();
    onChoose(sessionId);
  };
  return (
    <Dialog onClose={onClose} title="Earlier conversations" className="sm:w-[32rem]">
      <QueryList
        list={list}
        what="conversations"
        className="min-h-40 overflow-y-auto"
        skeleton="m-5 h-16"
        empty={
          <p className="p-5 text-sm text-ink-soft">Conversations appear here once you ask a question.</p>
        }
      >
        {({ id, ...session }) => (
          <Session key={id} {...session} isCurrent={id === currentId} onChoose={() => choose(id)} />
        )}
      </QueryList>
    </Dialog>
  );
}

interface SessionProps extends Pick<ChatSessionSummary, "firstQuestion" | "lastMessageAt"> {
  isCurrent: boolean;
  onChoose: () => void;
}

function Session({ firstQuestion, lastMessageAt, isCurrent, onChoose }: SessionProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? "true" : undefined}
        onClick={onChoose}
        className="block w-full px-5 py-3 text-left text-sm -outline-offset-3 hover:bg-sunken aria-[current]:bg-sunken"
      >
        <span className="line-clamp-2 font-medium wrap-anywhere">{firstQuestion}</span>
        <span className="text-xs text-ink-soft">
          {isCurrent && "Current · "}
          <RelativeTime iso={lastMessageAt} />
        </span>
      </button>
    </li>
  );
}
