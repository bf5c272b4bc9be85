import { LoaderCircle, PencilLine, RefreshCw, Send, Trash2, WandSparkles } from "lucide-react";
import { useState } from "react";
import type { TicketDetail, TicketDraft } from "../../../contract/tickets.ts";
import { useMay } from "../../current-organization.tsx";
import { AnswerEvidence } from "../../ui/answer-evidence.tsx";
import { AnswerText } from "../../ui/answer-text.tsx";
import { Button, MutationButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Textarea } from "../../ui/field.tsx";
import { Fold } from "../../ui/form.tsx";
import { useDiscardDraft, useRedraft, useSendDraft } from "./api.ts";

/** Whether the draft has been overtaken: by a newer reply, or because the ticket is done. */
function isOvertaken({ status, messages }: TicketDetail, { createdAt }: TicketDraft): boolean {
  const isDone = status === "resolved" || status === "closed";
  return isDone || messages.some((message) => message.kind === "reply" && message.createdAt > createdAt);
}

export function TicketDraftCard({ ticket }: { ticket: TicketDetail }) {
  const { draft } = ticket;
  const redraft = useRedraft(ticket.id);
  const draftButton = useMay("work on tickets") && (
    <MutationButton size="small" mutation={redraft} input={{}} icon={RefreshCw}>
      {draft === null ? "Draft a reply" : "New draft"}
    </MutationButton>
  );
  return (
    <Card
      aria-label="Assistant's draft"
      title={
        <span className="flex items-center gap-2">
          <WandSparkles aria-hidden className="size-5 text-accent-text" />
          Assistant's draft
        </span>
      }
      actions={draft?.state === "writing" ? null : draftButton}
    >
      <div className="p-5 sm:p-6" aria-live="polite">
        {draft?.state === "ready" && draft.content !== null ? (
          <ReadyDraft
            key={draft.id}
            ticketId={ticket.id}
            draft={draft}
            content={draft.content}
            isFolded={isOvertaken(ticket, draft)}
          />
        ) : (
          <Remark state={draft?.state ?? "none"} />
        )}
      </div>
    </Card>
  );
}

/** Shown in place of a draft. A draft that is ready but has no text found no answer. */
const remarks: Record<TicketDraft["state"] | "none", string> = {
  none: "No draft yet. The assistant drafts replies to customers' questions from your documents.",
  writing: "The assistant is searching your documents.",
  ready: "No draft: your documents don't cover this. Write the reply yourself.",
  failed: "The assistant couldn't write a draft. Try drafting again.",
  sent: "Draft sent. The assistant will draft again when the customer replies.",
  discarded: "Draft discarded.",
};

function Remark({ state }: { state: keyof typeof remarks }) {
  return (
    <p
      className={`flex items-center gap-2 text-sm ${state === "failed" ? "text-danger-ink" : "text-ink-soft"}`}
    >
      {state === "writing" && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {remarks[state]}
    </p>
  );
}

interface ReadyDraftProps {
  ticketId: string;
  draft: TicketDraft;
  content: string;
}

function ReadyDraft({ isFolded, ...props }: ReadyDraftProps & { isFolded: boolean }) {
  if (!isFolded) return <OpenDraft {...props} />;
  return (
    <Fold label="Show the draft" className="mt-3">
      <OpenDraft {...props} />
    </Fold>
  );
}

function OpenDraft(props: ReadyDraftProps) {
  const { draft, content } = props;
  const [edited, setEdited] = useState<string | null>(null);
  const mayEdit = useMay("work on tickets");
  return (
    <>
      {edited === null ? (
        <AnswerText text={content} />
      ) : (
        <Textarea
          aria-label="Your reply"
          rows={6}
          maxLength={20_000}
          autoFocus
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
        />
      )}
      <AnswerEvidence {...draft} />
      {mayEdit && <Actions {...props} edited={edited} onEdit={setEdited} />}
    </>
  );
}

interface ActionsProps extends ReadyDraftProps {
  /** The edited text; null until the person edits the draft. */
  edited: string | null;
  onEdit: (text: string | null) => void;
}

/** From this confidence on, sending is the primary button; below it, editing is, since the draft needs a check. */
const highConfidence = 0.6;

function Actions({ ticketId, draft, content, edited, onEdit }: ActionsProps) {
  const send = useSendDraft(ticketId);
  const discard = useDiscardDraft(ticketId);
  const text = (edited ?? content).trim();
  const isBusy = send.isPending || discard.isPending;
  const isWeak = edited === null && draft.confidence !== null && draft.confidence < highConfidence;
  return (
    <div className="mt-4 flex flex-wrap gap-2.5">
      <MutationButton
        variant={isWeak ? "secondary" : "primary"}
        mutation={send}
        input={{ draftId: draft.id, content: text }}
        disabled={text === "" || isBusy}
        icon={Send}
        label="Send reply"
      />
      <Button
        variant={isWeak ? "primary" : "secondary"}
        disabled={isBusy}
        onClick={() => onEdit(edited === null ? content : null)}
        icon={edited === null ? PencilLine : undefined}
        label={edited === null ? "Edit" : "Undo changes"}
      />
      <MutationButton
        variant="ghost"
        mutation={discard}
        input={{ draftId: draft.id }}
        disabled={isBusy}
        icon={Trash2}
        label="Discard"
      />
    </div>
  );
}
