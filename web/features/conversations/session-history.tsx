import { History, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import type { ChatSessionSummary } from "../../../contract/conversations.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmedButton, Dialog } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { useDeleteSession, useSessions } from "./api.ts";

interface SessionHistoryProps {
  type: Audience;
  currentId: string | undefined;
  /** Called with null after the current session was deleted. */
  onChoose: (sessionId: string | null) => void;
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
  const choose = (sessionId: string | null): void => {
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
        {(session) => (
          <Session key={session.id} {...session} isCurrent={session.id === currentId} onChoose={choose} />
        )}
      </QueryList>
    </Dialog>
  );
}

interface SessionProps extends ChatSessionSummary, Pick<SessionHistoryProps, "onChoose"> {
  isCurrent: boolean;
}

function Session({ id, firstQuestion, lastMessageAt, isCurrent, onChoose }: SessionProps) {
  const remove = useDeleteSession();
  const onSuccess = () => isCurrent && onChoose(null);
  return (
    <li className="flex items-center gap-1 pr-3">
      <button
        type="button"
        aria-current={isCurrent ? "true" : undefined}
        onClick={() => onChoose(id)}
        className="block min-w-0 flex-1 px-5 py-3 text-left text-sm -outline-offset-3 hover:bg-sunken aria-[current]:bg-sunken"
      >
        <span className="line-clamp-2 font-medium wrap-anywhere">{firstQuestion}</span>
        <span className="text-xs text-ink-soft">
          {isCurrent && "Current · "}
          <RelativeTime iso={lastMessageAt} />
        </span>
      </button>
      <ConfirmedButton
        variant="ghost"
        size="icon"
        icon={Trash2}
        aria-label={`Delete: ${firstQuestion}`}
        title="Delete this conversation?"
        description="Its questions, answers and ratings will be deleted. A ticket that was opened from it stays with your team. You cannot undo this."
        confirmLabel="Delete"
        pending={remove.isPending}
        onConfirm={(options) => remove.mutate(id, { ...options, onSuccess })}
      />
    </li>
  );
}
