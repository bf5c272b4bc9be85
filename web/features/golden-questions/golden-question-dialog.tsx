import type { Audience } from "../../../contract/common.ts";
import type { GoldenQuestion } from "../../../contract/golden-questions.ts";
import { sentenceOf } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextareaField } from "../../ui/field.tsx";
import { QuestionFields } from "../../ui/question-fields.tsx";
import { Form, Refusal, fieldLines, fieldText } from "../../ui/form.tsx";
import { useSaveGoldenQuestion } from "./api.ts";

/** The first values of the form. Without an id it is a new question. */
export type GoldenQuestionDraft = Pick<GoldenQuestion, "question" | "mustHold" | "mustNotHold"> & {
  id: string | null;
  /** Null if the form asks for it. */
  type: Audience | null;
};

export const emptyDraft: GoldenQuestionDraft = {
  id: null,
  type: null,
  question: "",
  mustHold: [],
  mustNotHold: [],
};

interface GoldenQuestionDialogProps {
  draft: GoldenQuestionDraft;
  onClose: () => void;
}

export function GoldenQuestionDialog({ draft, onClose }: GoldenQuestionDialogProps) {
  const save = useSaveGoldenQuestion();

  function submit(form: HTMLFormElement): void {
    const type = draft.type ?? (fieldText(form, "type") as Audience);
    const question = fieldText(form, "question");
    const phrases = { mustHold: fieldLines(form, "mustHold"), mustNotHold: fieldLines(form, "mustNotHold") };
    save.mutate({ id: draft.id, type, question, ...phrases }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={draft.id ? "Edit golden question" : "New golden question"}
      description="Every new version of a document has to answer it correctly before it goes live."
      className="sm:w-[40rem]"
    >
      <Form onSubmit={submit} className="grid gap-4 overflow-y-auto p-5">
        <QuestionFields type={draft.type} question={draft.question} />
        <TextareaField
          label="The answer must contain"
          hint="One phrase per line, such as 30 days. Put | between alternatives: 30 days | one month."
          name="mustHold"
          required
          rows={3}
          defaultValue={draft.mustHold.join("\n")}
        />
        <TextareaField
          label="The answer must not contain"
          optional
          hint="One phrase per line."
          name="mustNotHold"
          rows={2}
          defaultValue={draft.mustNotHold.join("\n")}
        />
        <Refusal>{sentenceOf(save.error)}</Refusal>
        <Button type="submit" pending={save.isPending} className="justify-self-end">
          Save question
        </Button>
      </Form>
    </Dialog>
  );
}
