import { answerFromPassages } from "../../server/answering/extractive/answer-from-documents.ts";
import { sourcesOfLine } from "../../server/answering/extractive/answer-lines.ts";
import { contextualize } from "../../server/language/follow-up.ts";
import type { Collection } from "./collections.ts";
import { holdsAnswer } from "./judge.ts";
import type { Question } from "./question-sets.ts";
import { table } from "./report.ts";

/** Measures the benefit of conversation context: questions with earlier messages, asked with and without them. */
export async function compareFollowUps(questions: Question[], collection: Collection): Promise<string> {
  const asked = questions.filter(({ history, answerable }) => answerable && history.length > 0);
  const rows: string[][] = [];
  for (const withHistory of [false, true]) {
    const found = { first: 0, among: 0, right: 0, expanded: 0, answered: 0 };
    for (const { text, history, document, references } of asked) {
      const search = contextualize(text, withHistory ? history : []);
      const retrieval = await collection.retrieve(search.text, 8, search.contextWords);
      const names = retrieval.passages.map(({ documentName }) => documentName);
      const { answer, lines } = answerFromPassages(text, retrieval, { earlier: search.earlier });
      const said = lines.flatMap((line) => ("table" in line ? [] : sourcesOfLine(line, retrieval.passages)));
      found.expanded += Number(search.contextWords.size > 0);
      found.first += Number(names[0] === document);
      found.among += Number(names.slice(0, 5).includes(document));
      found.answered += Number(answer.answered);
      found.right += Number(
        holdsAnswer(
          [...answer.sources, ...said].map(({ quote }) => quote),
          references,
        ),
      );
    }
    rows.push([
      withHistory ? "with earlier messages" : "without",
      String(asked.length),
      ...Object.values(found).map(String),
    ]);
  }
  return table(
    ["follow-ups", "questions", "document first", "among five", "quote holds answer", "expanded", "answered"],
    rows,
  );
}
