export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/** With more changes than this the whole text counts as replaced, since comparing would take seconds. */
const maxChanges = 2_000;

/** The differences between two texts, with as few changes as possible (Myers' algorithm). */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const start = commonPrefixLength(before, after);
  const end = commonPrefixLength(before.slice(start).toReversed(), after.slice(start).toReversed());
  const lines = (kind: DiffLine["kind"], texts: readonly string[]): DiffLine[] =>
    texts.map((text) => ({ kind, text }));
  const oldMiddle = before.slice(start, before.length - end);
  const newMiddle = after.slice(start, after.length - end);
  return [
    ...lines("same", before.slice(0, start)),
    ...(shortestChange(oldMiddle, newMiddle) ?? [
      ...lines("removed", oldMiddle),
      ...lines("added", newMiddle),
    ]),
    ...lines("same", before.slice(before.length - end)),
  ];
}

/** The number of equal lines at the start of both texts. */
function commonPrefixLength(before: readonly string[], after: readonly string[]): number {
  const at = before.findIndex((line, index) => line !== after[index]);
  return at === -1 ? before.length : at;
}

/** The shortest edit script; null if it has more than `maxChanges` changes. */
function shortestChange(before: readonly string[], after: readonly string[]): DiffLine[] | null {
  const max = Math.min(before.length + after.length, maxChanges);
  const offset = max + 1;
  const furthest = new Int32Array(2 * max + 3);
  const trace: Int32Array[] = [];
  for (let changes = 0; changes <= max; changes += 1) {
    trace.push(furthest.slice(offset - changes - 1, offset + changes + 2));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const fromAbove = furthest[offset + diagonal + 1] ?? 0;
      const fromLeft = furthest[offset + diagonal - 1] ?? 0;
      const goesDown = diagonal === -changes || (diagonal !== changes && fromLeft < fromAbove);
      let at = goesDown ? fromAbove : fromLeft + 1;
      while (at < before.length && at - diagonal < after.length && before[at] === after[at - diagonal])
        at += 1;
      furthest[offset + diagonal] = at;
      if (at >= before.length && at - diagonal >= after.length) return walkBack(before, after, trace);
    }
  }
  return null;
}

/** Reconstructs the edit script by following the trace back from its end. */
function walkBack(before: readonly string[], after: readonly string[], trace: Int32Array[]): DiffLine[] {
  const path: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    const row = trace[changes] as Int32Array;
    const furthestOn = (diagonal: number): number => row[diagonal + changes + 1] ?? 0;
    const diagonal = x - y;
    const goesDown =
      diagonal === -changes || (diagonal !== changes && furthestOn(diagonal - 1) < furthestOn(diagonal + 1));
    const from = goesDown ? diagonal + 1 : diagonal - 1;
    const [fromX, fromY] = [furthestOn(from), furthestOn(from) - from];
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0)) {
      path.push({ kind: "same", text: before[x - 1] ?? "" });
      [x, y] = [x - 1, y - 1];
    }
    if (changes === 0) break;
    if (goesDown) path.push({ kind: "added", text: after[y - 1] ?? "" });
    else path.push({ kind: "removed", text: before[x - 1] ?? "" });
    [x, y] = [fromX, fromY];
  }
  return path.toReversed();
}
