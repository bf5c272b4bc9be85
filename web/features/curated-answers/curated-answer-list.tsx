import { PenLine, Plus } from "lucide-react";
import { useState, useRef } from "react";
import type { CuratedAnswer } from "../../../contract/curated-answers.ts";
import { useMay } from "../../current-organization.tsx";
import { audienceBadges, Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EditableRow } from "../../ui/editable-row.tsx";
import { ListCard } from "../../ui/query-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useCuratedAnswers, useDeleteAnswer, useSaveAnswer } from "./api.ts";
import { TextareaField } from "../../ui/field.tsx";
import { FormDialog, fieldLines, fieldText } from "../../ui/form.tsx";
import { QuestionFields, questionOf } from "../../ui/question-fields.tsx";

export function CuratedAnswerList() {
  const [draft, setDraft] = useState<AnswerDraft | null>(null);
  const createButton = useMay("write answers") && (
    <Button variant="primary" size="small" onClick={() => setDraft({})} icon={Plus} label="New answer" />
  );
  return (
    <>
      <ListCard
        title="Curated answers"
        description="Used word for word before your documents are searched"
        what="curated answers"
        list={useCuratedAnswers()}
        empty={{
          icon: PenLine,
          title: "No curated answers yet",
          description:
            "Write answers to questions that your documents don't cover. They are labelled as written by your team.",
        }}
        create={createButton}
      >
        {(answer) => <Row key={answer.id} answer={answer} onChange={() => setDraft(answer)} />}
      </ListCard>
      {draft && <AnswerDialog draft={draft} onClose={() => setDraft(null)} />}
    </>
  );
}

function Row({ answer, onChange }: { answer: CuratedAnswer; onChange: () => void }) {
  const remove = useDeleteAnswer();
  const { question, wordings } = answer;
  return (
    <EditableRow
      name={question}
      mayEdit={useMay("write answers")}
      onEdit={onChange}
      deletion={{
        title: "Delete this answer?",
        description: `“${question}” will be answered from your documents instead.`,
        pending: remove.isPending,
        onConfirm: (options) => remove.mutate(answer.id, options),
      }}
    >
      <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">{answer.answer}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-xs text-ink-soft">
        <Badge {...audienceBadges[answer.type]} />
        {wordings.length > 0 && (
          <span>
            {wordings.length} other {wordings.length === 1 ? "wording" : "wordings"}
          </span>
        )}
        <Authorship answer={answer} />
      </p>
    </EditableRow>
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

/** The initial values of the form. Without an id it creates a new answer; without a type it asks for one. */
export type AnswerDraft = Partial<CuratedAnswer>;

export function AnswerDialog({ draft, onClose }: { draft: AnswerDraft; onClose: () => void }) {
  const { id, type, question } = draft;
  const answer = useRef<HTMLTextAreaElement>(null);
  const save = useSaveAnswer();

  function submit(form: HTMLFormElement): void {
    const texts = { wordings: fieldLines(form, "wordings"), answer: fieldText(form, "answer") };
    save.mutate({ id, ...questionOf(form, type), ...texts }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title={id ? "Edit answer" : "Write an answer"}
      description="Used for this question and similar ones."
      className="sm:w-[40rem]"
      initialFocus={question ? answer : undefined}
      submitLabel="Save answer"
      mutation={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <QuestionFields draft={draft} />
      <TextareaField
        label="Other ways to ask"
        optional
        hint="One per line, at most 20."
        name="wordings"
        rows={3}
        defaultValue={draft.wordings?.join("\n")}
      />
      <TextareaField
        label="Answer"
        hint="Shown exactly as you write it and labelled as written by your team."
        ref={answer}
        name="answer"
        required
        maxLength={3500}
        rows={6}
        defaultValue={draft.answer}
      />
    </FormDialog>
  );
}
