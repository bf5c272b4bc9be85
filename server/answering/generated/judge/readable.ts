import { rarityOf } from "../../../language/common-words.ts";
import { stem } from "../../../language/stem.ts";
import { stopWordsOf } from "../../../language/stop-words.ts";
import { tokenise } from "../../../language/tokenise.ts";

/** Languages whose "not", "at most" and "unless" the judge knows. */
const read = ["en", "af"] as const;
const minKnownShare = 0.3;

/** Whether a claim is in a language that the judge reads: of any other it does not see what denies or limits it. */
export function isReadable(claim: string): boolean {
  const words = tokenise(claim).filter(({ kind }) => kind === "word");
  const known = words.filter(
    ({ word }) =>
      read.some((language) => stopWordsOf(language).has(word)) || rarityOf([stem(word, "en")]) < 1,
  );
  return words.length === 0 || known.length >= words.length * minKnownShare;
}
