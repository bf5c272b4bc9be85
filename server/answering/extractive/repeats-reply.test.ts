import { expect, test } from "vitest";
import { termsOf } from "../../../test/table-questions.ts";
import { contextualize } from "../../language/follow-up.ts";
import { repeatsReply } from "./repeats-reply.ts";
import { weighQuery } from "./weighted-query.ts";

const reply = "Noise – First fine: R500; Second fine: R1 000";

test.each([
  ["and for smoking", reply, true],
  ["smoking?", "Noise, first fine: R500", true],
  ["and for the second one", reply, false],
  ["and the third time?", reply, false],
  ["and in December?", reply, false],
  ["and for smoking", "Smoking in the lift – First fine: R250", false],
  ["and for smoking", "Fines are added to the levy account.", false],
  ["where do I pay it?", reply, false],
  ["and if I have done it 3 times", reply, false],
])("%s: %s", (question, content, expected) => {
  const { text, earlier } = contextualize(question, [
    { role: "user", content: "what is the fine for noise" },
    { role: "assistant", content: reply },
  ]);
  const query = weighQuery(question, { terms: termsOf(text), chunkCount: 1 }, earlier);
  const own = query.terms.map((term) => ({
    ...term,
    emphasis: question.toLowerCase().includes(term.word) ? 1 : 0.4,
  }));
  expect(repeatsReply({ ...query, terms: own }, content)).toBe(expected);
});
