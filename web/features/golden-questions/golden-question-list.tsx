import { CircleCheck, CircleX, LoaderCircle, Pencil, Plus, RotateCw, Target, Trash2 } from "lucide-react";
import { useState } from "react";
import type { GoldenQuestion } from "../../../contract/golden-questions.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReadFailed } from "../../ui/read-failed.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAskAgain, useDeleteGoldenQuestion, useGoldenQuestions } from "./api.ts";
import { emptyDraft, GoldenQuestionDialog, type GoldenQuestionDraft } from "./golden-question-dialog.tsx";

interface GoldenQuestionListProps {
  organizationId: string;
  /** Whether this person may write them. */
  editable: boolean;
}

/** The golden questions, each with what came of asking it last. */
export function GoldenQuestionList({ organizationId, editable }: GoldenQuestionListProps) {
  const list = useGoldenQuestions(organizationId);
  const ask = useAskAgain(organizationId);
  const questions = list.data?.pages.flatMap(({ rows }) => rows);
  const [draft, setDraft] = useState<GoldenQuestionDraft | null>(null);
  const write = editable && (
    <Button size="small" onClick={() => setDraft(emptyDraft)}>
      <Plus aria-hidden className="size-4" />
      New question
    </Button>
  );
  const actions = editable && (
    <div className="flex flex-wrap gap-2">
      <Button size="small" variant="secondary" pending={ask.isPending} onClick={() => ask.mutate()}>
        {!ask.isPending && <RotateCw aria-hidden className="size-4" />}
        Ask again
      </Button>
      {write}
    </div>
  );
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Golden questions"
        description="Asked whenever a document, a preset, a curated answer or the language model changes"
        actions={questions && questions.length > 0 && actions}
      />
      <div className="mt-4 border-t border-line" aria-busy={list.isPending}>
        {list.isPending && <Skeleton className="m-5 h-24" />}
        {list.isError && (
          <ReadFailed what="golden questions" error={list.error} onRetry={() => void list.refetch()} />
        )}
        {questions?.length === 0 && (
          <EmptyState
            icon={Target}
            title="No golden questions yet"
            description="Add the questions that must always be answered correctly. A new version of a document that breaks one doesn't go live until you accept it."
            action={write}
          />
        )}
        {questions && questions.length > 0 && (
          <ul className="divide-y divide-line">
            {questions.map((question) => (
              <Row
                key={question.id}
                organizationId={organizationId}
                question={question}
                editable={editable}
                onChange={() => setDraft(question)}
              />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <ShowMore pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
        )}
      </div>
      <GoldenQuestionDialog organizationId={organizationId} draft={draft} onClose={() => setDraft(null)} />
    </Card>
  );
}

interface RowProps {
  organizationId: string;
  question: GoldenQuestion;
  editable: boolean;
  onChange: () => void;
}

function Row({ organizationId, question: golden, editable, onChange }: RowProps) {
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteGoldenQuestion(organizationId);
  const { question, mustHold, mustNotHold, result, type } = golden;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h3 className="font-sans font-semibold wrap-anywhere">{question}</h3>
        <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
          Must contain: {mustHold.join(", ")}
          {mustNotHold.length > 0 && `. Must not contain: ${mustNotHold.join(", ")}`}
        </p>
        {result && !result.holds && (
          <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">
            <span className="font-medium">Current answer:</span> {result.answer}
          </p>
        )}
        <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-xs text-ink-soft">
          <ResultBadge result={result} />
          <Badge tone={type === "external" ? "orange" : "blue"}>
            {type === "external" ? "Customers" : "Staff"}
          </Badge>
          {result && (
            <span>
              Asked <RelativeTime iso={result.checkedAt} />
            </span>
          )}
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
        title="Delete this golden question?"
        description={`New versions will go live whatever they answer to “${question}”.`}
        confirmLabel="Delete"
        pending={remove.isPending}
        onConfirm={() => remove.mutate(golden.id, { onSettled: () => setDeleting(false) })}
      />
    </li>
  );
}

function ResultBadge({ result }: Pick<GoldenQuestion, "result">) {
  if (result === null) {
    return (
      <Badge tone="secondary">
        <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
        Being asked
      </Badge>
    );
  }
  return result.holds ? (
    <Badge tone="green">
      <CircleCheck aria-hidden className="size-3.5" />
      Answered correctly
    </Badge>
  ) : (
    <Badge tone="destructive">
      <CircleX aria-hidden className="size-3.5" />
      Not answered correctly
    </Badge>
  );
}
