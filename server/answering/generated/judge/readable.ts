import { rarityOf } from "../../../language/common-words.ts";
import { stem } from "../../../language/stem.ts";
import { stopWordsOf } from "../../../language/languages.ts";
import { tokenise } from "../../../language/tokenise.ts";

/** Languages whose "not", "at most" and "unless" the judge knows. */
const read = ["en", "af"] as const;
const minKnownShare = 0.3;

/** Whether the judge can read the language of a claim: in others it does not recognise negations and limits. */
export function isReadable(claim: string): boolean {
  const words = tokenise(claim).filter(({ kind }) => kind === "word");
  const known = words.filter(
    ({ word }) =>
      read.some((language) => stopWordsOf(language).has(word)) || rarityOf([stem(word, "en")]) < 1,
  );
  return words.length === 0 || known.length >= words.length * minKnownShare;
}
