import { once } from "../../server/caching/once.ts";
import { Matcher } from "../../server/answering/extractive/matcher/matcher.ts";

/** How many matchers were trained, each without a part of the organizations and documents (scripts/matcher). */
export const folds = 3;

const matchers = Array.from({ length: folds }, (_, fold) =>
  once(() => new Matcher(new URL(`matchers/fold-${fold}.bin`, import.meta.url))),
);

/** The matcher that was trained without this organization or document. */
export const matcherWithout = (group: string): Matcher => {
  const open = matchers[foldOf(group)] as () => Matcher;
  return open();
};

/** The fold of an organization or document, by an FNV-1a hash; scripts/matcher-examples.ts exports it with each case. */
export function foldOf(group: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(group)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % folds;
}
