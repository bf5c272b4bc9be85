import type { Audience } from "../../../contract/common.ts";
import type { GoldenQuestion } from "../../../contract/golden-questions.ts";
import { LinesField } from "../../ui/field.tsx";
import { fieldLines } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { QuestionFields, questionOf } from "../../ui/question-fields.tsx";
import { useSaveGoldenQuestion } from "./api.ts";

/** The initial values of the form. Without an id it creates a new question. */
export type GoldenQuestionDraft = Pick<GoldenQuestion, "question" | "mustHold" | "mustNotHold"> & {
  id: string | null;
  /** If null, the form asks for it. */
  type: Audience | null;
};

export const emptyDraft: GoldenQuestionDraft = {
  id: null,
  type: null,
  question: "",
  mustHold: [],
  mustNotHold: [],
};

export function GoldenQuestionDialog(props: { draft: GoldenQuestionDraft; onClose: () => void }) {
  const { draft, onClose } = props;
  const { id, type, question } = draft;
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
      <QuestionFields type={type} question={question} />
      <LinesField
        label="The answer must contain"
        hint="One phrase per line, such as 30 days. Put | between alternatives: 30 days | one month."
        name="mustHold"
        required
        rows={3}
        lines={draft.mustHold}
      />
      <LinesField
        label="The answer must not contain"
        optional
        hint="One phrase per line."
        name="mustNotHold"
        rows={2}
        lines={draft.mustNotHold}
      />
    </FormDialog>
  );
}
