import { analyseDetected } from "../../language/analyse.ts";
import { nothingEarlier, statesSomething } from "../../language/follow-up.ts";
import type { Retrieval } from "../../retrieval/passage.ts";
import type { ChosenAnswer, QuestionContext } from "./choose-text-or-table.ts";
import { matchTerms, weighQuery } from "./weighted-query.ts";

/** A statement with fewer terms of its own is a detail of the question before it. */
const minOwnTerms = 2;

/**
 * "My cylinder leaks" after a question for prices is a new subject, if a sentence of the documents contains all its
 * words and the answer chosen for both messages does not. Returns the context of the statement alone; null if it is,
 * or may be, a detail of the question before it.
 */
export function newSubject(
  { query, retrieval, ...context }: QuestionContext,
  { ranked, table }: ChosenAnswer,
): QuestionContext | null {
  if (query.earlier.messages === "" || !statesSomething(query.question)) return null;
  const own = query.terms.flatMap(({ emphasis }, term) => (emphasis === 1 ? [term] : []));
  const holdsOwn = (matched: readonly number[]): boolean => own.every((term) => (matched[term] ?? 0) > 0);
  if (own.length < minOwnTerms || !ranked.some(({ matched }) => holdsOwn(matched))) return null;
  const content = table?.content ?? ranked[0]?.unit.composed.content ?? "";
  const found = analyseDetected(content).map(({ term }) => term);
  if (holdsOwn(matchTerms(query, found))) return null;
  const alone = withoutContext(retrieval);
  return { ...context, retrieval: alone, query: weighQuery(query.question, alone, nothingEarlier) };
}

/** All terms are kept, because passages refer to their matches by index. */
const withoutContext = (retrieval: Retrieval): Retrieval => ({
  ...retrieval,
  terms: retrieval.terms.map((term) => (term.emphasis === 1 ? term : { ...term, emphasis: 0 })),
});
