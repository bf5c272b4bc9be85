import type { Audience } from "../../contract/common.ts";
import { audienceBadges, optionsOf } from "./badge.tsx";
import { InputField, SelectField } from "./field.tsx";
import { fieldText } from "./form.tsx";

/** The form fields "type" (who asks; only if the draft has none) and "question". */
export function QuestionFields({ draft }: { draft: { type?: Audience; question?: string } }) {
  return (
    <>
      {draft.type === undefined && (
        <SelectField
          label="Who asks"
          name="type"
          defaultValue="external"
          options={optionsOf(audienceBadges)}
        />
      )}
      <InputField
        label="Question"
        name="question"
        required
        maxLength={500}
        defaultValue={draft.question}
        autoComplete="off"
      />
    </>
  );
}

export function questionOf(form: HTMLFormElement, type: Audience | undefined) {
  return { type: type ?? (fieldText(form, "type") as Audience), question: fieldText(form, "question") };
}
