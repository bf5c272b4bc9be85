import type { Word } from "./page-words.ts";
import type { Dot } from "./rulings.ts";

/** All relative to the font size: the size of a bullet, and its distance from the text. */
const sizes = { min: 0.15, max: 0.8 };
const maxGap = 2.5;
/** A bullet is centred between these heights above the baseline. */
const heights = { min: 0.1, max: 0.6 };

/**
 * Adds bullets that are drawn as shapes, as browsers print them, to the words of upright text. A dot between two words
 * of a line is no bullet.
 */
export function withDrawnBullets(words: readonly Word[], dots: readonly Dot[]): Word[] {
  const bullets = new Map<Word, Word>();
  const upright = dots.length === 0 ? [] : words.filter(({ frame, rtl }) => frame.angle === 0 && !rtl);
  for (const dot of dots) {
    const line = upright.filter((word) => isBeside(dot, word));
    const isBehindText = line.some(({ u0, u1, size }) => u0 < dot.u0 && dot.u0 - u1 < maxGap * size);
    const [next] = line.filter(({ u0 }) => u0 >= dot.u1).toSorted((a, b) => a.u0 - b.u0);
    if (next === undefined || isBehindText || !isBulletOf(dot, next)) continue;
    bullets.set(next, { ...next, text: "•", u0: dot.u0, u1: dot.u1, isAfterSpace: true });
  }
  return bullets.size === 0
    ? [...words]
    : words.flatMap((word) => {
        const bullet = bullets.get(word);
        return bullet === undefined ? [word] : [bullet, { ...word, isAfterSpace: true }];
      });
}

const isBeside = ({ v }: Dot, { base, size }: Word): boolean =>
  base - v > heights.min * size && base - v < heights.max * size;

function isBulletOf({ u0, u1 }: Dot, { u0: start, size }: Word): boolean {
  const width = u1 - u0;
  return width >= sizes.min * size && width <= sizes.max * size && start - u1 < maxGap * size;
}
