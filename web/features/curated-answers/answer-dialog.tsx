import { useRef } from "react";
import type { Audience } from "../../../contract/common.ts";
import type { CuratedAnswer } from "../../../contract/curated-answers.ts";
import { sentenceOf } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextareaField } from "../../ui/field.tsx";
import { QuestionFields } from "../../ui/question-fields.tsx";
import { Form, Refusal, fieldLines, fieldText } from "../../ui/form.tsx";
import { useSaveAnswer } from "./api.ts";

/** The first values of the form. Without an id it is a new answer; without a type the form asks for it. */
export type AnswerDraft = Pick<CuratedAnswer, "question" | "wordings" | "answer"> & {
  id: string | null;
  type: Audience | null;
};

export const emptyDraft: AnswerDraft = { id: null, type: null, question: "", wordings: [], answer: "" };

interface AnswerDialogProps {
  draft: AnswerDraft;
  onClose: () => void;
}

export function AnswerDialog({ draft, onClose }: AnswerDialogProps) {
  const answer = useRef<HTMLTextAreaElement>(null);
  const save = useSaveAnswer();

  function submit(form: HTMLFormElement): void {
    const wordings = fieldLines(form, "wordings");
    const type = draft.type ?? (fieldText(form, "type") as Audience);
    const written = { question: fieldText(form, "question"), wordings, answer: fieldText(form, "answer") };
    save.mutate({ id: draft.id, type, ...written }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={draft.id ? "Edit answer" : "Write an answer"}
      description="Used for this question and similar ones."
      className="sm:w-[40rem]"
      {...(draft.question ? { initialFocus: answer } : {})}
    >
      <Form onSubmit={submit} className="grid gap-4 overflow-y-auto p-5">
        <QuestionFields type={draft.type} question={draft.question} />
        <TextareaField
          label="Other ways to ask"
          optional
          hint="One per line, at most 20."
          name="wordings"
          rows={3}
          defaultValue={draft.wordings.join("\n")}
        />
        <TextareaField
          label="Answer"
          hint={`${audienceSentence(draft.type)} It is labelled as written by your team.`}
          ref={answer}
          name="answer"
          required
          maxLength={3500}
          rows={6}
          defaultValue={draft.answer}
        />
        <Refusal>{sentenceOf(save.error)}</Refusal>
        <Button type="submit" pending={save.isPending} className="justify-self-end">
          Save answer
        </Button>
      </Form>
    </Dialog>
  );
}

function audienceSentence(type: Audience | null): string {
  if (type === "external") return "Customers see it exactly as you write it.";
  return type === "internal"
    ? "Staff see it exactly as you write it."
    : "They see it exactly as you write it.";
}
