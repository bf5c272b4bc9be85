import type { Audience } from "../../contract/common.ts";
import { Field, Input, Select } from "./field.tsx";

/** Who asks a question, where that is still to be chosen, and the question itself: fields "type" and "question". */
export function QuestionFields({ type, question }: { type: Audience | null; question: string }) {
  return (
    <>
      {type === null && (
        <Field label="Who asks">
          {(ids) => (
            <Select {...ids} name="type" defaultValue="external">
              <option value="external">Customers</option>
              <option value="internal">Staff</option>
            </Select>
          )}
        </Field>
      )}
      <Field label="Question">
        {(ids) => (
          <Input
            {...ids}
            name="question"
            required
            maxLength={500}
            defaultValue={question}
            autoComplete="off"
          />
        )}
      </Field>
    </>
  );
}
