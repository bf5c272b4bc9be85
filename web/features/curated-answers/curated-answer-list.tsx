import { Pencil, PenLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { CuratedAnswer } from "../../../contract/curated-answers.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReadFailed } from "../../ui/read-failed.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AnswerDialog, type AnswerDraft, emptyDraft } from "./answer-dialog.tsx";
import { useCuratedAnswers, useDeleteAnswer } from "./api.ts";

interface CuratedAnswerListProps {
  organizationId: string;
  /** Whether this person may write answers. */
  editable: boolean;
}

/** The answers that the team wrote. */
export function CuratedAnswerList({ organizationId, editable }: CuratedAnswerListProps) {
  const list = useCuratedAnswers(organizationId);
  const answers = list.data?.pages.flatMap(({ rows }) => rows);
  const [draft, setDraft] = useState<AnswerDraft | null>(null);
  const write = editable && (
    <Button size="small" onClick={() => setDraft(emptyDraft)}>
      <Plus aria-hidden className="size-4" />
      New answer
    </Button>
  );
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Curated answers"
        description="Used word for word before your documents are searched"
        actions={answers && answers.length > 0 && write}
      />
      <div className="mt-4 border-t border-line" aria-busy={list.isPending}>
        {list.isPending && <Skeleton className="m-5 h-24" />}
        {list.isError && (
          <ReadFailed what="curated answers" error={list.error} onRetry={() => void list.refetch()} />
        )}
        {answers?.length === 0 && (
          <EmptyState
            icon={PenLine}
            title="No curated answers yet"
            description="Write answers to questions that your documents don't cover. They are labelled as written by your team."
            action={write}
          />
        )}
        {answers && answers.length > 0 && (
          <ul className="divide-y divide-line">
            {answers.map((answer) => (
              <Row
                key={answer.id}
                organizationId={organizationId}
                answer={answer}
                editable={editable}
                onChange={() => setDraft(answer)}
              />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <ShowMore pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
        )}
      </div>
      <AnswerDialog organizationId={organizationId} draft={draft} onClose={() => setDraft(null)} />
    </Card>
  );
}

interface RowProps {
  organizationId: string;
  answer: CuratedAnswer;
  editable: boolean;
  onChange: () => void;
}

function Row({ organizationId, answer, editable, onChange }: RowProps) {
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteAnswer(organizationId);
  const { question, wordings } = answer;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h3 className="font-sans font-semibold wrap-anywhere">{question}</h3>
        <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">{answer.answer}</p>
        <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-xs text-ink-soft">
          <Badge tone={answer.type === "external" ? "orange" : "blue"}>
            {answer.type === "external" ? "Customers" : "Staff"}
          </Badge>
          {wordings.length > 0 && (
            <span>
              {wordings.length} other {wordings.length === 1 ? "wording" : "wordings"}
            </span>
          )}
          <Authorship answer={answer} />
        </p>
      </div>
      {editable && (
        <div className="flex gap-1">
          <Button variant="ghost" size="icon" aria-label={`Edit: ${question}`} onClick={onChange}>
            <Pencil aria-hidden className="size-4.5" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Delete: ${question}`}
            onClick={() => setDeleting(true)}
          >
            <Trash2 aria-hidden className="size-4.5" />
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete this answer?"
        description={`“${question}” will be answered from your documents instead.`}
        confirmLabel="Delete"
        pending={remove.isPending}
        onConfirm={() => remove.mutate(answer.id, { onSettled: () => setDeleting(false) })}
      />
    </li>
  );
}

const nameOf = (author: CuratedAnswer["createdBy"]): string =>
  author?.firstName ?? author?.email ?? "a former colleague";

function Authorship({ answer: { createdAt, createdBy, updatedAt, updatedBy } }: { answer: CuratedAnswer }) {
  return (
    <span className="wrap-anywhere">
      Written by {nameOf(createdBy)} <RelativeTime iso={createdAt} />
      {updatedAt !== createdAt && (
        <>
          , edited by {nameOf(updatedBy)} <RelativeTime iso={updatedAt} />
        </>
      )}
    </span>
  );
}
