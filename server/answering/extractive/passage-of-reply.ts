import { rarityOf } from "../../language/common-words.ts";
import { toLanguage } from "../../language/languages.ts";
import { readTerms } from "../../language/read-words.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { AnalysedPassage } from "./analysed-passage.ts";

/** A unit with a smaller share of the reply's words may match it by chance. */
const minShare = 0.3;

/** Index of the passage that a reply came from, or -1. Compares words, because a model may have reworded the reply. */
export function passageOfReply(
  reply: string,
  passages: readonly RetrievedPassage[],
  read: readonly { analysed: AnalysedPassage }[],
): number {
  if (reply === "") return -1;
  const replyTerms = new Set(readTerms(reply, toLanguage(passages[0]?.language)).terms);
  const totalRarity = (terms: Set<string>) => [...terms].reduce((sum, term) => sum + rarityOf([term]), 0);
  const shared = read.map(({ analysed: { units, texts } }) =>
    Math.max(...units.map(({ own }) => totalRarity(replyTerms.intersection(new Set(texts[own]?.terms))))),
  );
  const best = Math.max(...shared);
  return best < minShare * totalRarity(replyTerms) ? -1 : shared.indexOf(best);
}
