import { analyse } from "../../language/analyse.ts";
import { toLanguage, type Language } from "../../language/languages.ts";
import { stem } from "../../language/stem.ts";
import { synonymsOf } from "../../language/synonyms.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { splitSentences, type Sentence } from "../extractive/sentences.ts";
import type { QuotedSpan } from "../extractive/quote.ts";
import { enumerationIn } from "./enumerations.ts";
import { factsOf, numberWord, spelledOut } from "./facts.ts";

/** A sentence or row of a passage that a claim may stand on. */
export interface EvidenceUnit extends QuotedSpan {
  passage: number;
  /** With its columns and the heading over it. */
  read: string;
  /** It is a heading, or the row of headings of others: it says nothing by itself. */
  isHeading: boolean;
  /** The row of column headings of a row. */
  columns: string | null;
  /** First cells that stand in a row above only. */
  opened: string;
  /** What leads to an item of a list, and the heading over it. */
  above: string;
  /** What leads to an item of a list, with a colon at its end where it says so. */
  lead: string | null;
  text: string;
  holds: Set<string>;
}

export interface CitedPassage {
  index: number;
  passage: RetrievedPassage;
}

export interface Needs {
  /** For each content word what it may be found as, in the languages of the passages. */
  words: string[][];
  facts: Set<string>;
}

/** Sentences of the cited passages that one claim may stand on. */
const maxEvidence = 4;
const factWeight = 3;

/** What a claim needs to be found. */
export function needsOf(text: string, languages: Language[]): Needs {
  const words = new Map<number, string[]>();
  for (const language of new Set(languages)) {
    for (const { term, start, end } of analyse(text, language)) {
      const others = language === "en" ? synonymsOf(text.slice(start, end).toLowerCase()) : [];
      const terms = [term, ...others.map(english)].map((each) => `term:${each}`);
      words.set(start, [...(words.get(start) ?? []), ...terms]);
    }
  }
  return { words: [...words.values()], facts: factsOf(text) };
}

const english = (word: string): string => stem(word, "en");

/** All that the cited passages say, sentence by sentence. */
export function evidenceUnitsOf({ index, passage }: CitedPassage): EvidenceUnit[] {
  const language = toLanguage(passage.language);
  const sentences = withHeadings(passage.text, splitSentences(passage.text));
  const headings = new Set(sentences.map(({ columns }) => columns));
  return sentences.flatMap(({ start, end, columns, heading }, at) => {
    const text = passage.text.slice(start, end);
    const before = sentences[at - 1];
    // A row is read with its columns, a sentence under its heading, an item of a list after what leads to it.
    // The first cells of a table may stand in the row above only.
    const lead = sentences[at]?.kind === "list_item" ? leadOf(passage.text, sentences, at) : null;
    const above = [columns, heading]
      .flatMap((each) => (each === null ? [] : (sentences[each] ?? [])))
      .map((each) => passage.text.slice(each.start, each.end));
    const rowAbove =
      sentences[at]?.kind === "table_row" && before?.kind === "table_row"
        ? openRows(passage.text, sentences, at)
        : [];
    const column = columns === null ? undefined : sentences[columns];
    return itemsOf({ start, end, text, lead }).map((item): EvidenceUnit => {
      const led = item.lead === null ? above : [...above, item.lead];
      const read = [item.text, ...led, ...rowAbove, ...passage.headingPath, passage.documentName].join("\n");
      const terms = analyse(read, language).map(({ term }) => `term:${term}`);
      return {
        ...item,
        passage: index,
        read,
        isHeading: headings.has(at) || sentences[at]?.kind === "heading",
        columns: column === undefined ? null : passage.text.slice(column.start, column.end),
        opened: rowAbove.join(" "),
        above: [...led, ...passage.headingPath.slice(-1)].join("\n"),
        holds: new Set([...terms, ...factsOf(read)]),
      };
    });
  });
}

type Piece = Pick<EvidenceUnit, "start" | "end" | "text" | "lead">;
/** A longer sentence is not quoted as a whole. */
const maxWordsOfSentence = 60;

/** A sentence, or the items that a long one lists in its course. */
function itemsOf(piece: Piece): Piece[] {
  const { text, start } = piece;
  const isLong = text.split(/\s+/u).length > maxWordsOfSentence;
  const listed = isLong && !text.includes(" | ") ? enumerationIn(text) : null;
  if (listed === null) return [piece];
  return listed.items.map((item) => ({
    start: start + item.start,
    end: start + item.end,
    text: text.slice(item.start, item.end),
    lead: listed.lead,
  }));
}

/** "After hours | The same number." names no columns. */
const isSentence = /\p{L}{2}[.!?;]$/u;
const onlyNumber = /^(?:R|\$|€|£)? ?\d[\d .,:]*%?$/u;

/** A first row with figures in its headings ("Sunday × 2,0") names the columns, too, where no cell is a number alone. */
function withHeadings(text: string, sentences: Sentence[]): Sentence[] {
  const cells = ({ start, end }: Sentence) => text.slice(start, end).split(" | ");
  let first: number | null = null;
  return sentences.map((sentence, at) => {
    if (sentence.kind !== "table_row") first = null;
    else if (sentences[at - 1]?.kind !== "table_row") first = at;
    const columns = sentence.columns === null ? undefined : sentences[sentence.columns];
    if (columns !== undefined && cells(columns).some((cell) => isSentence.test(cell.trim())))
      return { ...sentence, columns: null };
    const heads = first === null || first === at ? undefined : sentences[first];
    if (heads === undefined || first === null || sentence.columns !== null) return sentence;
    const isHeading = cells(heads).every((cell) => cell.trim() === "" || /^\p{L}.*\p{L}/su.test(cell.trim()));
    return isHeading && cells(sentence).some((cell) => onlyNumber.test(cell.trim()))
      ? { ...sentence, columns: first }
      : sentence;
  });
}

/** The first cell of the nearest row above that has more cells than this one. */
function openRows(
  text: string,
  sentences: { start: number; end: number; kind: string }[],
  at: number,
): string[] {
  const cells = (index: number) => text.slice(sentences[index]?.start, sentences[index]?.end).split(" | ");
  const count = cells(at).length;
  for (let each = at - 1; each >= Math.max(0, at - 8) && sentences[each]?.kind === "table_row"; each--) {
    const row = cells(each);
    if (row.length > count) return row.slice(0, row.length - count);
  }
  return [];
}

const announces =
  /(?<!\p{L})(?:the following|as follows|these are|listed below|die volgende)(?!\p{L})|:\s*$/iu;

/**
 * What leads to an item of a list: in the paragraph before the list the last sentence that announces it ("You must not
 * bill for the following activities."), else the last one.
 */
function leadOf(text: string, sentences: Sentence[], at: number): string | null {
  const before = sentences.slice(0, at);
  const last = before.findLast(({ kind }) => kind !== "list_item");
  const said = ({ start, end }: Sentence) => text.slice(start, end);
  const announcing = before.findLast(
    (each) => each.kind === "prose" && each.line === last?.line && announces.test(said(each)),
  );
  if (announcing !== undefined) return said(announcing).replace(/\s*[.:]?\s*$/u, ":");
  return last === undefined ? null : said(last);
}

/** The fewest sentences that hold most of what is needed, the most useful first. */
export function chooseEvidence({ words, facts }: Needs, evidence: EvidenceUnit[]): EvidenceUnit[] {
  const open = new Set([...words.flat(), ...facts]);
  const chosen: EvidenceUnit[] = [];
  while (chosen.length < maxEvidence) {
    let best: EvidenceUnit | undefined;
    let bestScore = 0;
    for (const piece of evidence) {
      let gain = 0;
      for (const terms of words) if (terms.some((term) => open.has(term) && piece.holds.has(term))) gain += 1;
      for (const fact of facts) if (open.has(fact) && piece.holds.has(fact)) gain += factWeight;
      if (gain > bestScore) [best, bestScore] = [piece, gain];
    }
    // A sentence that lends a single word proves nothing beside the others.
    if (best === undefined || (chosen.length > 0 && bestScore < 2)) break;
    chosen.push(best);
    for (const need of [...words.flat(), ...facts]) if (best.holds.has(need)) open.delete(need);
  }
  return chosen;
}

const clauseBreak = /[,;:()]\s+|\s+(?:and|or|but|while|whereas|en|of|maar)\s+/u;
/** "Of" is "or" in Afrikaans only. */
const englishClauseBreak = /[,;:()]\s+|\s+(?:and|or|but|while|whereas)\s+/u;

/**
 * Whether each number stands where the other words of its clause stand: the price of one row is no price of
 * another, though both are in the passage. It is compared with the other numbers of its kind.
 */
export function factsAreBound(claim: string, languages: Language[], evidence: EvidenceUnit[]): boolean {
  const language = languages[0] ?? "en";
  const places = evidence.flatMap((piece) => placesOf(piece, language));
  const weigh = rarityWeight(places);
  const whole = new Set(analyse(claim, language).map(({ term }) => term));
  const inClaim = new Set(numbersOf(claim).map(({ fact }) => fact));
  return clausesOf(claim, language).every((clause) => {
    const words = new Set(
      needsOf(clause, languages)
        .words.flat()
        .map((need) => need.replace("term:", "")),
    );
    const score = (place: Place) => weigh(words, place.near) + wholeShare * weigh(whole, place.all);
    return numbersOf(clause).every(({ fact, form, unit }) => {
      let here = -1;
      let anywhere = -1;
      for (const place of places) {
        if (place.fact === fact)
          here = Math.max(here, score(place) + (unit !== null && place.unit === unit ? 1 : 0));
        else if (place.form === form && !inClaim.has(place.fact))
          anywhere = Math.max(anywhere, score(place) + (unit !== null && place.unit === unit ? 1 : 0));
      }
      return here < 0 || here > anywhere;
    });
  });
}

/** What the words of the rest of the claim count beside those of its clause. */
const wholeShare = 0.5;

/** A word that few of the numbers have near them tells most which of them is meant. */
function rarityWeight(places: Place[]): (words: ReadonlySet<string>, held: ReadonlySet<string>) => number {
  const counts = new Map<string, number>();
  for (const { all } of places) for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (words, held) => {
    let sum = 0;
    for (const word of words)
      if (held.has(word)) sum += Math.log(1 + (places.length + 1) / (counts.get(word) ?? 1));
    return sum;
  };
}

interface Place {
  fact: string;
  form: string;
  unit: string | null;
  /** Stems of the words around the number, or of its row and its column's heading. */
  near: ReadonlySet<string>;
  all: ReadonlySet<string>;
}

const currency = String.raw`(?:R ?|\$ ?|€ ?|£ ?)?`;
const months = "January|February|March|April|May|June|July|August|September|October|November|December";
const numberText = new RegExp(
  [
    String.raw`(?<![\p{L}\d])${currency}\d{1,3}(?:[ \u00a0,]\d{3})+(?:[.,]\d{1,2})?%?`,
    String.raw`(?<![\p{L}\d])${currency}\d+(?:[.,:]\d+)*%?`,
    String.raw`\b(?:${numberWord}|${months}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b`,
  ].join("|"),
  "giu",
);
const isMonth =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/iu;

/** Numbers by their kind: money, a share, a time, or a count. */
function numbersOf(text: string): { fact: string; form: string; unit: string | null; index: number }[] {
  return [...spelledOut(text).matchAll(numberText)].flatMap((match) => {
    const [said] = match;
    const fact = [...factsOf(said)].find((each) => /^(?:number|time|word):/u.test(each));
    if (fact === undefined) return [];
    if (fact.startsWith("word:"))
      return [{ fact, form: isMonth.test(said) ? "month" : "day", unit: null, index: match.index }];
    const form = /^[R$€£]/u.test(said)
      ? "money"
      : said.endsWith("%")
        ? "share"
        : /:\d\d/u.test(said)
          ? "time"
          : "count";
    const next = /^[ -]?(?:working |school |full |business |calendar )?(\p{L}+)/u.exec(
      text.slice(match.index + said.length),
    )?.[1];
    return [
      { fact, form, unit: next === undefined ? null : stem(next.toLowerCase(), "en"), index: match.index },
    ];
  });
}

/** Words before and behind a number in running text that tell what it is. */
const nearWords = 7;

function placesOf(piece: EvidenceUnit, language: Language): Place[] {
  const all = new Set(analyse(piece.read, language).map(({ term }) => term));
  if (piece.text.includes(" | ")) return cellsOf(piece, language, all);
  const terms = analyse(piece.text, language);
  return numbersOf(piece.text).map(({ fact, form, unit, index }) => {
    const at = terms.findIndex(({ start }) => start >= index);
    const middle = at < 0 ? terms.length : at;
    const near = terms.slice(Math.max(0, middle - nearWords), middle + nearWords + 1);
    return { fact, form, unit, near: new Set(near.map(({ term }) => term)), all };
  });
}

/** A cell's number belongs to the words of its row and to the heading of its column. */
function cellsOf(piece: EvidenceUnit, language: Language, all: ReadonlySet<string>): Place[] {
  const stems = (text: string) => analyse(text, language).map(({ term }) => term);
  const headings = piece.columns?.split(" | ") ?? [];
  const cells = piece.text.split(" | ");
  const labels = [...cells.filter((cell) => /\p{L}{2}/u.test(cell)), piece.opened].flatMap(stems);
  // A row that begins with the cell of the row above has its columns further to the right.
  const shift = Math.max(0, headings.length - cells.length);
  return cells.flatMap((cell, at) =>
    numbersOf(cell).map(({ fact, form, unit }) => ({
      fact,
      form,
      unit,
      near: new Set([...labels, ...stems(headings[at + shift] ?? ""), ...stems(cell)]),
      all,
    })),
  );
}

const minClauseWords = 3;

/** The clauses of a claim; one that is too short to stand for itself goes with the one before it. */
function clausesOf(claim: string, language: Language): string[] {
  const clauses: string[] = [];
  for (const piece of claim.split(language === "en" ? englishClauseBreak : clauseBreak)) {
    const last = clauses.at(-1);
    if (last !== undefined && piece.split(/\s+/u).length < minClauseWords)
      clauses[clauses.length - 1] = `${last} ${piece}`;
    else clauses.push(piece);
  }
  return clauses;
}
