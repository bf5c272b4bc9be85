import { rarityOf } from "../../language/common-words.ts";
import { toLanguage } from "../../language/languages.ts";
import { readWords } from "../../language/read-words.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { AnalysedPassage } from "./analysed-passage.ts";

/** A unit that holds less of a reply may hold it by chance. */
const minHeld = 0.3;

/** Which passage a reply was taken from, by the words of its units, since it may have been worded anew; -1: none. */
export function passageOfReply(
  reply: string,
  passages: readonly RetrievedPassage[],
  read: readonly { analysed: AnalysedPassage }[],
): number {
  if (reply === "") return -1;
  const said = new Set(readWords(reply, toLanguage(passages[0]?.language)).terms);
  const massOf = (terms: Set<string>) => [...terms].reduce((mass, term) => mass + rarityOf([term]), 0);
  const held = read.map(({ analysed: { units, readings } }) =>
    Math.max(...units.map(({ own }) => massOf(said.intersection(new Set(readings[own]?.terms))))),
  );
  return held.indexOf(Math.max(minHeld * massOf(said), ...held));
}
