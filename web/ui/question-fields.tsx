import type { Audience } from "../../contract/common.ts";
import { audienceBadges, optionsOf } from "./badge.tsx";
import { InputField, SelectField } from "./field.tsx";
import { fieldText } from "./form.tsx";

/** The form fields "type" (who asks; only if `type` is null) and "question". */
export function QuestionFields({ type, question }: { type: Audience | null; question: string }) {
  return (
    <>
      {type === null && (
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
        defaultValue={question}
        autoComplete="off"
      />
    </>
  );
}

/** The values of these fields. */
export function questionOf(form: HTMLFormElement, type: Audience | null) {
  return { type: type ?? (fieldText(form, "type") as Audience), question: fieldText(form, "question") };
}
