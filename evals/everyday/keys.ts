/** Judges an answer to an everyday question by its keys, as the judge of the everyday sets does. */
export interface Keys {
  kind?: string;
  /** Every group is matched by one of its strings. */
  must: string[][];
  must_not?: string[];
}

const tens = "thirty forty fifty sixty seventy eighty ninety".split(" ");
const ones =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const numberWords: Record<string, string> = Object.fromEntries([
  ...ones.map((word, at) => [word, String(at + 2)]),
  ...tens.map((word, at) => [word, String((at + 3) * 10)]),
]);

/** One way of writing numbers, money, times and words. */
function normalise(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[\u00a0\u202f\u2009]/g, " ")
    .replace(/[’‘`]/g, "'")
    .replace(/[–—‑]/g, "-")
    .replace(/(\d)[ ,](?=\d{3}(?!\d))/g, "$1")
    .replace(/(\d),(\d{1,2})(?!\d)/g, "$1.$2")
    .replace(/(\d+)\.00(?!\d)/g, "$1")
    .replace(/\br\s+(?=\d)/g, "r")
    .replace(/(\d)\s*(?:%|per ?cent)/g, "$1%")
    .replace(/[*_|]+/g, " ")
    .replace(/(?<!\d)0(?=\d:\d\d)/g, "")
    .replace(/(\d)-(?=[a-z])/g, "$1 ")
    .replace(/\p{L}+/gu, (word) => numberWords[word] ?? word)
    .replace(/\s+/g, " ")
    .trim();
}

function contains(answer: string, wanted: string): boolean {
  const key = normalise(wanted);
  const escaped = key.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const before = /^\d/.test(key)
    ? String.raw`(?<![\d.])`
    : /^\p{L}/u.test(key)
      ? String.raw`(?<![\p{L}\p{N}])`
      : "";
  const after = /\d$/.test(key)
    ? String.raw`(?!\d|\.\d)`
    : /\p{L}$/u.test(key) && key.length < 4
      ? String.raw`(?![\p{L}])`
      : "";
  return new RegExp(before + escaped + after, "u").test(normalise(answer));
}

const containsAll = (text: string, groups: string[][], never: string[]): boolean =>
  groups.every((group) => group.some((each) => contains(text, each))) &&
  !never.some((each) => contains(text, each));

/** The rule that decides is enough for a yes or no, unless the answer begins with the wrong one. */
export function containsKeys({ kind, must, must_not: never = [] }: Keys, text: string): boolean {
  const [decision = [], ...reason] = must;
  if (kind !== "yes_no" || reason.length === 0) return containsAll(text, must, never);
  const wantsYes = decision.some((each) => /^yes/iu.test(each));
  const wantsNo = decision.some((each) => /^no[,. ]?/iu.test(each));
  const isOpposite =
    (/^\W*yes\b/iu.test(text) && wantsNo && !wantsYes) || (/^\W*no\b/iu.test(text) && wantsYes && !wantsNo);
  return !isOpposite && containsAll(text, reason, never);
}
