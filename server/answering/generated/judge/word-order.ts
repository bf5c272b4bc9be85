import { fold } from "../../../language/fold.ts";
import { stem } from "../../../language/stem.ts";
import { stopWordsOf, type Language } from "../../../language/languages.ts";
import { tokenize } from "../../../language/tokenize.ts";
import { factsOf } from "../facts.ts";
import { scopeOf, type Scope } from "./scope-words.ts";

/** A word of a text, function words included, for the alignment with another text. */
export interface Step {
  key: string;
  kind: "number" | "scope" | "content";
  scope: Scope | null;
}

/** Articles, pronouns and forms of "to be" are left out of the alignment. */
const silent = new Set(
  (
    "the a an this that these those it its they them their you your yours he she his her i my is are was were be " +
    "been being will would has had do does did of to in on at for by as so also then here there die 'n n dit jy hulle het word"
  ).split(" "),
);

/** The words of a text in order. */
export function stepsOf(text: string, language: Language): Step[] {
  const all = tokenize(text);
  return all.flatMap(({ word, start, end }, at): Step[] => {
    const folded = fold(word);
    const [scope] = scopeOf(folded, fold(all[at - 1]?.word ?? ""), language);
    if (scope !== undefined) return [{ key: scope, kind: "scope", scope }];
    const fact = [...factsOf(text.slice(start, end))].find((each) => /^(?:number|time|word):/u.test(each));
    if (fact !== undefined) return [{ key: fact, kind: "number", scope: null }];
    if (silent.has(folded) || word.length < 2) return [];
    const key = stopWordsOf(language).has(word) ? folded : stem(word, language);
    return [{ key, kind: "content", scope: null }];
  });
}

const [matchScore, synonymScore, exchangeCost, gapCost] = [3, 2.5, -1.5, -0.8];
const [stop, match, added, dropped, exchange] = [0, 1, 2, 3, 4];

/**
 * The differences between two texts within their best local alignment (Smith and Waterman), whatever they have before
 * and after it.
 */
export function compareOrder(
  claim: readonly Step[],
  other: readonly Step[],
  isSame: (one: Step, two: Step) => boolean,
) {
  const width = other.length + 1;
  /** How far each move goes back in the table. */
  const backBy = [0, width + 1, width, 1, width + 1];
  const scores = new Float32Array((claim.length + 1) * width);
  const moves = new Uint8Array(scores.length);
  let best = 0;
  claim.forEach((one, i) =>
    other.forEach((two, j) => {
      const at = (i + 1) * width + j + 1;
      const isEqual = one.key === two.key && one.kind === two.kind;
      const isMatch = isEqual || isSame(one, two);
      const step = isEqual ? matchScore : isMatch ? synonymScore : exchangeCost;
      const ways = [0, (scores[at - width - 1] ?? 0) + step, (scores[at - width] ?? 0) + gapCost, (scores[at - 1] ?? 0) + gapCost]; // prettier-ignore
      const value = Math.max(...ways);
      scores[at] = value;
      const move = ways.indexOf(value);
      moves[at] = move === match && !isMatch ? exchange : move;
      if (value > (scores[best] ?? 0)) best = at;
    }),
  );
  const found = {
    matched: 0,
    /** Words that are aligned with a different word. */
    exchanged: { number: 0, scope: 0, content: 0 },
    /** The same between two matching words, if neither text has the other's word anywhere. */
    replaced: 0,
    denialsAdded: 0,
    denialsDropped: 0,
  };
  const keys = [new Set(claim.map(({ key }) => key)), new Set(other.map(({ key }) => key))] as const;
  let wasMatch = false;
  for (let at = best; moves[at] !== stop;) {
    const isFlanked = wasMatch && moves[at - width - 1] === match;
    wasMatch = moves[at] === match;
    const one = claim[Math.floor(at / width) - 1] as Step;
    const two = other[(at % width) - 1] as Step;
    if (moves[at] === match) found.matched += 1;
    if (moves[at] === added && one.scope === "not") found.denialsAdded += 1;
    if (moves[at] === dropped && two.scope === "not") found.denialsDropped += 1;
    if (moves[at] === exchange) {
      found.exchanged[kindOf(one, two)] += 1;
      if (isFlanked && !keys[1].has(one.key) && !keys[0].has(two.key)) found.replaced += 1;
    }
    at -= backBy[moves[at] ?? stop] ?? 0;
  }
  return found;
}

function kindOf(one: Step, two: Step): Step["kind"] {
  if (one.kind === "number" || two.kind === "number") return "number";
  return one.kind === "scope" || two.kind === "scope" ? "scope" : "content";
}
