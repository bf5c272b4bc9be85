import { useRef } from "react";
import type { CuratedAnswer } from "../../../contract/curated-answers.ts";
import { TextareaField } from "../../ui/field.tsx";
import { fieldLines, fieldText } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { QuestionFields, questionOf } from "../../ui/question-fields.tsx";
import { useSaveAnswer } from "./api.ts";

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
