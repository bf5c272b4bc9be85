import type { Audience } from "../../contract/common.ts";
import { InputField, SelectField } from "./field.tsx";

/** Who asks a question, where that is still to be chosen, and the question itself: fields "type" and "question". */
export function QuestionFields({ type, question }: { type: Audience | null; question: string }) {
  return (
    <>
      {type === null && (
        <SelectField label="Who asks" name="type" defaultValue="external">
          <option value="external">Customers</option>
          <option value="internal">Staff</option>
        </SelectField>
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
