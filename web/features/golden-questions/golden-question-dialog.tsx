import type { GoldenQuestion } from "../../../contract/golden-questions.ts";
import { TextareaField } from "../../ui/field.tsx";
import { fieldLines } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { QuestionFields, questionOf } from "../../ui/question-fields.tsx";
import { useSaveGoldenQuestion } from "./api.ts";

/** The initial values of the form. Without an id it creates a new question; without a type it asks for one. */
export type GoldenQuestionDraft = Partial<GoldenQuestion>;

export function GoldenQuestionDialog(props: { draft: GoldenQuestionDraft; onClose: () => void }) {
  const { draft, onClose } = props;
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
