import { stopWordsOf } from "../../language/languages.ts";
import { tokenize } from "../../language/tokenize.ts";
import { namingWeightOfRow, type MatchedRow, type MatchedTable } from "./match-table.ts";
import { operatorWords } from "../../language/table-words.ts";

/** Rows that a question may compare. */
export type RowScope = ReturnType<typeof rowScopes>[number];

/** Rows are compared if they are named at least this well, relative to the best one. */
const aboutAsWell = 0.9;
const minNamedShare = 0.03;

/**
 * The sets of rows that the question may be about, likeliest first: those it lists ("Durban, Paarl or Benoni"), those
 * it names, or all.
 */
export function rowScopes(matched: MatchedTable) {
  const min = Math.min(...matched.rows.map(({ verdict }) => verdict.against));
  const possible = matched.rows.filter(({ verdict }) => verdict.against <= min + 0.01);
  const listed = listedRows(matched);
  if (listed.length > 1) return [{ rows: listed, areListed: true }];
  const scopes = [...namedRows(matched, possible), possible].filter((rows) => rows.length > 0);
  return scopes
    .filter((rows, at) => scopes.findIndex((other) => areSame(other, rows)) === at)
    .map((rows) => ({ rows, areListed: false }));
}

const areSame = (some: readonly MatchedRow[], others: readonly MatchedRow[]): boolean =>
  some.length === others.length && some.every((row, at) => row === others[at]);

/** The rows that the question names best, and those of the section that it names; empty if it names none. */
function namedRows(matched: MatchedTable, possible: MatchedRow[]): MatchedRow[][] {
  // The 8 of "under 8 grand" is not a name.
  const isLimit = (word: string): boolean =>
    matched.query.operators.thresholds.length > 0 && /^(?:\d[\d.,]*k?|grand)$/u.test(word);
  const named = possible.map((row) => ({ row, named: namingWeightOfRow(matched, row, isLimit) }));
  const max = Math.max(...named.map((each) => each.named));
  if (max < minNamedShare) return [];
  const alternatives = /(?<!\p{L})or(?!\p{L})/iu.test(matched.query.text);
  const needed = max * (alternatives ? 0.35 : aboutAsWell);
  const best = named.filter((each) => each.named >= needed);
  const isCompared = matched.query.operators.superlative !== null;
  const byLabel = isCompared ? namedByLabel(matched, possible, isLimit) : [];
  // If half of the rows under "Cement and binders" are called cement, the others are not meant.
  if (byLabel.length > 1 && byLabel.length * 2 >= best.length) return [byLabel];
  // A question about a cottage means the section "Cottages" rather than "Apartments".
  const shares = named.map(({ row }) => Math.max(0, ...row.section));
  const ofSection = Math.max(...shares);
  const inSection = named.filter((_, at) => ofSection > 0 && shares[at] === ofSection);
  const bySection = inSection.length > 1 && inSection.length < named.length;
  const isOfSection = best.some(({ row }) => inSection.some((each) => each.row === row));
  const groups = [
    ...(byLabel.length > 1 ? [byLabel.map((row) => ({ row }))] : []),
    best,
    ...(bySection && (best.length < 2 || isOfSection) ? [inSection] : []),
  ];
  return (
    groups
      // In a comparison, words that name only one row were not about rows.
      .filter((group, at) => (at === groups.length - 1 && !isCompared) || group.length > 1)
      .map((group) => group.map(({ row }) => row))
  );
}

/** The rows whose own labels cover most of the question, whatever their section. */
function namedByLabel(matched: MatchedTable, possible: MatchedRow[], isLimit: (word: string) => boolean) {
  const named = possible.map((row) => namingWeightOfRow(matched, row, isLimit, true));
  const max = Math.max(...named);
  return max < minNamedShare ? [] : possible.filter((_, at) => (named[at] ?? 0) >= max * aboutAsWell);
}

const separators = /[,:;/]|(?<!\p{L})(?:or|vs|versus|of|ou)(?!\p{L})/giu;
const listing = /(?<!\p{L})(?:or|vs|versus|of|ou)(?!\p{L})/iu;

/** The rows that a question lists by name, also shortened: "bloem", "she rep". */
function listedRows({ rows, query }: MatchedTable): MatchedRow[] {
  if (!listing.test(query.text)) return [];
  const labels = rows.map(({ row }) => wordsOf(row.label.map(({ text }) => text).join(" ")));
  const wordsOfLabels = labels.flatMap((label) => [...new Set(label)]);
  const labelsWith = Map.groupBy(wordsOfLabels, (word) => word);
  const found = new Set<number>();
  for (const part of query.text.split(separators).slice(0, maxListed)) {
    const words = wordsOf(part);
    const scores = labels.map((label) => nameShare(words, label, labelsWith));
    const max = Math.max(...scores);
    const best = scores.flatMap((score, at) => (score === max ? [at] : []));
    // A part that fits several rows equally well names none of them.
    if (max >= minListedShare && best.length === 1) best.forEach((at) => found.add(at));
  }
  return rows.filter((_, at) => found.has(at));
}

const minListedShare = 0.3;
/** Of a longer list only the beginning is read. */
const maxListed = 12;

const wordsOf = (text: string): string[] =>
  tokenize(text).flatMap(({ word }) => (operatorWords.has(word) ? [] : [word]));

/** Share of a label's words that `words` name; words of fewer labels weigh more. 0 if only stop words match. */
function nameShare(words: string[], label: string[], labelsWith: ReadonlyMap<string, unknown[]>): number {
  const stopWords = stopWordsOf("en");
  const weightOf = (word: string): number =>
    stopWords.has(word) ? 0.1 : 1 / (labelsWith.get(word)?.length ?? 1);
  const named = label.filter((own) => words.some((word) => isShortFor(word, own)));
  if (named.every((word) => stopWords.has(word))) return 0;
  const sum = (names: string[]): number => names.reduce((total, word) => total + weightOf(word), 0);
  return sum(named) / Math.max(sum(label), 1e-9);
}

const minPrefix = 3;

/** Whether a word is a name or the beginning of one: "Bloem" is short for Bloemfontein. */
const isShortFor = (word: string, name: string): boolean =>
  word === name || (word.length >= minPrefix && name.startsWith(word));
