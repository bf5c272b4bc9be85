import { CircleCheck, CircleX, LoaderCircle, Plus, RotateCw, Target } from "lucide-react";
import { useState } from "react";
import type { GoldenQuestion } from "../../../contract/golden-questions.ts";
import { useMay } from "../../current-organization.tsx";
import { audienceBadges, Badge } from "../../ui/badge.tsx";
import { Button, MutationButton } from "../../ui/button.tsx";
import { EditableRow } from "../../ui/editable-row.tsx";
import { ListCard } from "../../ui/query-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useAskAgain, useDeleteGoldenQuestion, useGoldenQuestions, useSaveGoldenQuestion } from "./api.ts";
import { TextareaField } from "../../ui/field.tsx";
import { FormDialog, fieldLines } from "../../ui/form.tsx";
import { QuestionFields, questionOf } from "../../ui/question-fields.tsx";

export function GoldenQuestionList() {
  const mayEdit = useMay("write answers");
  const ask = useAskAgain();
  const [draft, setDraft] = useState<Partial<GoldenQuestion> | null>(null);
  const createButton = mayEdit && (
    <Button variant="primary" size="small" onClick={() => setDraft({})} icon={Plus} label="New question" />
  );
  return (
    <>
      <ListCard
        title="Golden questions"
        description="Asked whenever a document, a preset, a curated answer or the language model changes"
        what="golden questions"
        list={useGoldenQuestions()}
        empty={{
          icon: Target,
          title: "No golden questions yet",
          description:
            "Add the questions that must always be answered correctly. A new version of a document that breaks one doesn't go live until you accept it.",
        }}
        create={createButton}
        actions={mayEdit && <MutationButton size="small" mutation={ask} icon={RotateCw} label="Ask again" />}
      >
        {(question) => <Row key={question.id} question={question} onChange={() => setDraft(question)} />}
      </ListCard>
      {draft && <GoldenQuestionDialog draft={draft} onClose={() => setDraft(null)} />}
    </>
  );
}

function Row({ question: golden, onChange }: { question: GoldenQuestion; onChange: () => void }) {
  const remove = useDeleteGoldenQuestion();
  const { question, mustHold, mustNotHold, result, type } = golden;
  return (
    <EditableRow
      name={question}
      mayEdit={useMay("write answers")}
      onEdit={onChange}
      deletion={{
        title: "Delete this golden question?",
        description: `New versions will go live regardless of how they answer “${question}”.`,
        pending: remove.isPending,
        onConfirm: (options) => remove.mutate(golden.id, options),
      }}
    >
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
        <Badge {...audienceBadges[type]} />
        {result && (
          <span>
            Asked <RelativeTime iso={result.checkedAt} />
          </span>
        )}
      </p>
    </EditableRow>
  );
}

function ResultBadge({ result }: Pick<GoldenQuestion, "result">) {
  if (result === null) return <Badge tone="secondary" icon={LoaderCircle} label="Being asked" />;
  if (result.holds) return <Badge tone="green" icon={CircleCheck} label="Answered correctly" />;
  return <Badge tone="destructive" icon={CircleX} label="Not answered correctly" />;
}

/** The draft gives the initial values. Without an id it becomes a new question; without a type the form asks for one. */
function GoldenQuestionDialog({ draft, onClose }: { draft: Partial<GoldenQuestion>; onClose: () => void }) {
  const { id, type } = draft;
  const save = useSaveGoldenQuestion();

  function submit(form: HTMLFormElement): void {
    const phrases = { mustHold: fieldLines(form, "mustHold"), mustNotHold: fieldLines(form, "mustNotHold") };
    save.mutate({ id, ...questionOf(form, type), ...phrases }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title={id ? "Edit golden question" : "New golden question"}
      description="Every new version of a document has to answer it correctly before it goes live."
      className="sm:w-[40rem]"
      submitLabel="Save question"
      mutation={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <QuestionFields draft={draft} />
      <TextareaField
        label="The answer must contain"
        hint="One phrase per line, such as 30 days. Put | between alternatives: 30 days | one month."
        name="mustHold"
        required
        rows={3}
        defaultValue={draft.mustHold?.join("\n")}
      />
      <TextareaField
        label="The answer must not contain"
        optional
        hint="One phrase per line."
        name="mustNotHold"
        rows={2}
        defaultValue={draft.mustNotHold?.join("\n")}
      />
    </FormDialog>
  );
}
