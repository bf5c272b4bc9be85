export interface ListLevel {
  start: number;
  format: NumberFormat;
  /** Pattern with %1 to %9 for the numbers of the levels, such as "%1.%2"; for bullets, the bullet itself. */
  text: string;
  /** The level (1-based) whose next item restarts this level; 0: never restarts; absent: any higher level does. */
  restartAfter?: number;
  /** Writes the numbers of all levels as digits, whatever their format ("legal style"). */
  legal?: boolean;
}

/** A numbering of a list: its levels, and the start numbers that it overrides, by level. Several can share a list. */
export interface Numbering {
  id: string;
  levels: readonly (ListLevel | undefined)[];
  startOverrides: ReadonlyMap<number, number>;
}

/** The last number of each level of a list. */
type Counts = (number | undefined)[];

/**
 * Counts the items of all lists of a document. Call the returned function once per list item, in document order; it
 * returns the number text of the item at a level (0-based), or "".
 */
export function createListCounter() {
  const lists = new Map<string, Counts>();
  const overridden = new Set<string>();
  return (listId: string, { id, levels, startOverrides }: Numbering, level: number): string => {
    const counts = lists.get(listId) ?? [];
    lists.set(listId, counts);
    const start = startOverrides.get(level);
    const key = `${id}/${level}`;
    if (start !== undefined && !overridden.has(key)) {
      counts[level] = start - 1;
      counts.length = level + 1;
    }
    overridden.add(key);
    return nextNumber(counts, levels, level);
  };
}

/** Advances the count and returns the number of the next item as Word shows it. */
function nextNumber(counts: Counts, levels: Numbering["levels"], level: number): string {
  const own = levels[level];
  if (own === undefined) return "";
  counts[level] = (counts[level] ?? own.start - 1) + 1;
  for (let deeper = level + 1; deeper < counts.length; deeper++) {
    const restart = levels[deeper]?.restartAfter;
    if (restart === undefined || (restart > 0 && level < restart)) counts[deeper] = undefined;
  }
  if (own.format === "bullet") return bulletText(own);
  // A level of format "none" may still have text around it, such as "Annex".
  return own.text.replace(/%([1-9])/gu, (_, digit: string) => {
    const at = Number(digit) - 1;
    const shown = levels[at];
    if (shown === undefined || at > level) return "";
    const format = own.legal === true && shown.format !== "none" ? "decimal" : shown.format;
    return numberFormats[format](counts[at] ?? shown.start);
  });
}

/** Keeps bullets that are common characters; all others, mostly codes of symbol fonts, become "•". */
function bulletText({ text }: ListLevel): string {
  const character = text.trim();
  if (/^[-–—*+>→⇒✓✔☐☑]$/u.test(character)) return character;
  return character === "" ? "" : "•";
}

const romanDigits = "m cm d cd c xc l xl x ix v iv i".split(" ");
const romanAmounts = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];

/** Each writes a number in its format, or in digits if it is beyond the format's range. */
export const numberFormats = {
  none: () => "",
  bullet: () => "",
  decimal: String,
  decimalZero: (value: number) => (value < 10 && value >= 0 ? `0${value}` : String(value)),
  lowerRoman: roman,
  upperRoman: (value) => roman(value).toUpperCase(),
  lowerLetter: (value) => letters(value, "abcdefghijklmnopqrstuvwxyz"),
  upperLetter: (value) => letters(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
  russianLower: (value) => letters(value, "абвгдежзиклмнопрстуфхцчшщыэюя"),
  russianUpper: (value) => letters(value, "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"),
  ordinal: (value) => `${value}${ordinalEnding(value)}`,
  chinese,
} satisfies Record<string, (value: number) => string>;
export type NumberFormat = keyof typeof numberFormats;

function roman(value: number): string {
  if (value < 1 || value > 4999) return String(value);
  let rest = value;
  let text = "";
  for (const [at, amount] of romanAmounts.entries()) {
    while (rest >= amount) {
      text += romanDigits[at] ?? "";
      rest -= amount;
    }
  }
  return text;
}

/** a … z, aa, bb …: Word repeats the letter. */
function letters(value: number, alphabet: string): string {
  const count = alphabet.length;
  if (value < 1 || value > count * 20) return String(value);
  return alphabet.charAt((value - 1) % count).repeat(Math.ceil(value / count));
}

function ordinalEnding(value: number): string {
  const tens = value % 100;
  if (tens >= 11 && tens <= 13) return "th";
  return ["th", "st", "nd", "rd"][value % 10] ?? "th";
}

function chinese(value: number): string {
  const digits = "零一二三四五六七八九";
  if (value < 1 || value > 99) return String(value);
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const head = tens === 0 ? "" : `${tens === 1 ? "" : digits.charAt(tens)}十`;
  return head + (ones === 0 ? "" : digits.charAt(ones));
}
