import { useRef } from "react";
import type { Audience } from "../../../contract/common.ts";
import { sentenceOf } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextareaField } from "../../ui/field.tsx";
import { QuestionFields } from "../../ui/question-fields.tsx";
import { Form, Refusal, fieldLines, fieldText } from "../../ui/form.tsx";
import { useSaveAnswer } from "./api.ts";

/** The first values of the form. Without an id it is a new answer. */
export interface AnswerDraft {
  id: string | null;
  /** Null if the form asks for it. */
  type: Audience | null;
  question: string;
  wordings: string[];
  answer: string;
}

export const emptyDraft: AnswerDraft = { id: null, type: null, question: "", wordings: [], answer: "" };

interface AnswerDialogProps {
  /** Null while the dialog is closed. */
  draft: AnswerDraft | null;
  onClose: () => void;
}

/** The dialog in which an answer is written or edited. */
export function AnswerDialog({ draft, onClose }: AnswerDialogProps) {
  const answer = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open={draft !== null}
      onOpenChange={(open) => open || onClose()}
      title={draft?.id ? "Edit answer" : "Write an answer"}
      description="Used for this question and similar ones."
      className="sm:w-[40rem]"
      {...(draft?.question ? { initialFocus: answer } : {})}
    >
      {draft && <AnswerForm draft={draft} answerRef={answer} onSaved={onClose} />}
    </Dialog>
  );
}

interface AnswerFormProps {
  draft: AnswerDraft;
  answerRef: React.RefObject<HTMLTextAreaElement | null>;
  onSaved: () => void;
}

function AnswerForm({ draft, answerRef, onSaved }: AnswerFormProps) {
  const save = useSaveAnswer();

  function submit(form: HTMLFormElement): void {
    const wordings = fieldLines(form, "wordings");
    const type = draft.type ?? (fieldText(form, "type") as Audience);
    const written = { question: fieldText(form, "question"), wordings, answer: fieldText(form, "answer") };
    save.mutate({ id: draft.id, type, ...written }, { onSuccess: onSaved });
  }

  return (
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
        ref={answerRef}
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
  );
}

function audienceSentence(type: Audience | null): string {
  if (type === "external") return "Customers see it exactly as you write it.";
  return type === "internal"
    ? "Staff see it exactly as you write it."
    : "They see it exactly as you write it.";
}
