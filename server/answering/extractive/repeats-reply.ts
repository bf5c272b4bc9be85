import { analyseDetected } from "../../language/analyse.ts";
import { namesAnotherThing } from "../../language/follow-up.ts";
import { framesQuestion } from "../../language/framing-words.ts";
import { isCoveredBy } from "./answer-lines.ts";
import { matchTerms, type WeightedQuery } from "./weighted-query.ts";

/**
 * Whether an answer to a follow-up that names another thing only repeats the last reply, without that thing: the fine for
 * noise after "and for smoking?".
 */
export function repeatsReply(query: WeightedQuery, content: string): boolean {
  const { question, earlier, terms } = query;
  if (earlier.messages === "" || earlier.reply === "" || !namesAnotherThing(question)) return false;
  const isRepeated =
    isCoveredBy(content, earlier.reply, { withFigures: false }) ||
    isCoveredBy(earlier.reply, content, { withFigures: false });
  if (!isRepeated) return false;
  const found = matchTerms(
    query,
    analyseDetected(content).map(({ term }) => term),
  );
  const named = terms.flatMap(({ emphasis, word }, at) =>
    emphasis === 1 && !framesQuestion(word) ? [at] : [],
  );
  return named.length > 0 && named.every((term) => (found[term] ?? 0) === 0);
}
