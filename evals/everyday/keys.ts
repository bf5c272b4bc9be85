/** The strings by which an answer to an everyday question is judged. */
export interface Keys {
  kind?: string;
  /** At least one string of each group must occur. */
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

/** Unifies the spelling of numbers, money, times and words. */
function normalize(text: string): string {
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
  const key = normalize(wanted);
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
  return new RegExp(before + escaped + after, "u").test(normalize(answer));
}

const containsAll = (text: string, groups: string[][], never: string[]): boolean =>
  groups.every((group) => group.some((each) => contains(text, each))) &&
  !never.some((each) => contains(text, each));

/** Whether a text fits. For a yes/no question the reason is enough, unless the text begins with the wrong word. */
export function containsKeys({ kind, must, must_not: never = [] }: Keys, text: string): boolean {
  const [decision = [], ...reason] = must;
  if (kind !== "yes_no" || reason.length === 0) return containsAll(text, must, never);
  const wantsYes = decision.some((each) => /^yes/iu.test(each));
  const wantsNo = decision.some((each) => /^no[,. ]?/iu.test(each));
  const isOpposite =
    (/^\W*yes\b/iu.test(text) && wantsNo && !wantsYes) || (/^\W*no\b/iu.test(text) && wantsYes && !wantsNo);
  return !isOpposite && containsAll(text, reason, never);
}
