import {
  positionsOfWord,
  rarityIn,
  type ClaimComparison,
  type Features,
  type ClaimWord,
} from "./claim-comparison.ts";
import { highest } from "../../highest.ts";
import { isSameKind } from "../evidence-rows.ts";
import { isBeside, type EvidenceTokens } from "./evidence-tokens.ts";

/** Words up to this distance from a number tell what it counts. */
const maxDistance = 6;
const contextShare = 0.7;
const restShare = 0.3;
/** From this margin on, as a share of the words around it, another number fits better than this one. */
const minClearMargin = 0.2;
const minSlightMargin = 0.01;

/** Whether the words around each number of the claim are near it in the evidence, too, and nearer than to any other. */
export function numberFeatures(comparison: ClaimComparison): Features {
  const { words, evidence } = comparison;
  const numbers = words.filter(({ isNumber }) => isNumber);
  const claimKeys = new Set(numbers.map(({ key }) => key));
  const margins = { other: 1, claim: 1 };
  let [unplaced, unbound] = [0, 0];
  words.forEach((word, index) => {
    if (!word.isNumber) return;
    const around = neighbours(words, index);
    const total = around.reduce((sum, each) => sum + each.share * comparison.weigh(each.word), 0) || 1;
    const own = bestPlace(evidence, (key) => key === word.key, around, comparison);
    if (own === undefined) {
      unplaced += 1;
      return;
    }
    const { unit, at } = own.item;
    if (isLabel(unit, at)) return;
    const marginTo = (test: (key: string) => boolean) => {
      const isRival = (key: string) => key !== word.key && formOf(key) === formOf(word.key) && test(key);
      const rival = bestPlace(evidence, isRival, around, comparison);
      return rival === undefined ? 1 : (own.score - rival.score) / total;
    };
    margins.other = Math.min(
      margins.other,
      marginTo((key) => !claimKeys.has(key)),
    );
    margins.claim = Math.min(
      margins.claim,
      marginTo((key) => claimKeys.has(key)),
    );
    const there = unit.tokens[at]?.scopes ?? [];
    if (word.scopes.some((scope) => !there.includes(scope))) unbound += 1;
  });
  return {
    numbers: Math.min(3, numbers.length),
    numberUnplaced: unplaced > 0,
    numbersUnbound: unbound > 1,
    otherNumberNearer: margins.other < -minClearMargin,
    claimNumberNearer: margins.claim < -minSlightMargin,
    ...rowFeatures(comparison),
  };
}

/** Whether a number is part of a row's name. */
const isLabel = ({ row, tokens }: EvidenceTokens, at: number): boolean =>
  row?.cells[tokens[at]?.clause ?? -1]?.isLabel === true;

/** Numbers, days, months and times are confused only within their kind. */
function formOf(key: string): string {
  if (!key.startsWith("word:")) return key.slice(0, key.indexOf(":"));
  return key.endsWith("day") ? "day" : "month";
}

function neighbours(words: readonly ClaimWord[], index: number) {
  const clause = words[index]?.clause;
  return words.flatMap((word, at) => {
    if (at === index) return [];
    const distance = Math.abs(at - index);
    const share = word.clause === clause ? 1 / Math.sqrt(distance) : distance === 1 ? 0.7 : restShare / 2;
    return [{ word, share }];
  });
}

function bestPlace(
  evidence: readonly EvidenceTokens[],
  isWanted: (key: string) => boolean,
  around: ReturnType<typeof neighbours>,
  { weigh }: ClaimComparison,
) {
  const places = evidence.flatMap((unit) =>
    unit.tokens.flatMap(({ key, isNumber }, at) => (isNumber && isWanted(key) ? [{ unit, at }] : [])),
  );
  return highest(places, ({ unit, at }) =>
    around.reduce((sum, { word, share }) => sum + share * weigh(word) * nearness(unit, at, word), 0),
  );
}

/** How near a word is to a number of the evidence, from 0 to 1. */
function nearness(unit: EvidenceTokens, at: number, word: ClaimWord): number {
  const clause = unit.tokens[at]?.clause;
  const values = positionsOfWord(unit, word).map((place) => {
    const distance = Math.abs(place - at);
    if (unit.tokens[place]?.clause === clause)
      return distance <= maxDistance ? 1 - (distance - 1) / (2 * maxDistance) : restShare;
    if (distance <= 2) return 2 * restShare;
    return unit.row === null ? restShare : 0;
  });
  return Math.max(isBeside(unit, at, word.keys) ? contextShare : 0, ...values);
}

/** Whether the claim mentions the row and column of a number more than others with a number. */
function rowFeatures(comparison: ClaimComparison): Features {
  const { evidence, words, asked } = comparison;
  const tables = evidence.filter(({ row }) => row !== null);
  const share = labelShare(tables);
  const claimKeys = new Set(words.flatMap(({ keys }) => keys));
  const inClaim = (key: string) => (claimKeys.has(key) ? 1 : asked.has(key) ? askedShare : 0);
  const worst = { row: 1, column: 1, labels: 1 };
  let inRows = 0;
  for (const [index, number] of words.entries()) {
    if (!number.isNumber) continue;
    const cells = evidence.flatMap((unit) => positionsOfWord(unit, number).map((place) => ({ unit, place })));
    if (cells.length === 0 || cells.some(({ unit, place }) => unit.row === null || isLabel(unit, place)))
      continue;
    inRows += 1;
    const mentioned = mentionedNear(words, index, asked);
    const margins = cells.map(({ unit, place }) => {
      const rivals = tables.filter((other) => other !== unit && other.row?.table === unit.row?.table);
      const row = share(unit, mentioned) - Math.max(0, ...rivals.map((other) => share(other, mentioned)));
      return { row, column: columnMargin(unit, place, mentioned), labels: share(unit, inClaim) };
    });
    const best = margins.reduce((most, each) =>
      each.row + each.column > most.row + most.column ? each : most,
    );
    for (const key of ["row", "column", "labels"] as const) worst[key] = Math.min(worst[key], best[key]);
  }
  return {
    inRows: Math.min(2, inRows),
    otherRowNearer: worst.row < -minClearMargin,
    otherColumnNearer: worst.column < -minSlightMargin,
    rowTied: inRows > 0 && worst.row < minSlightMargin,
    columnTied: inRows > 0 && worst.column < minSlightMargin,
    rowHardlyNamed: worst.labels < 0.3,
    rowPartlyNamed: worst.labels < 0.6,
  };
}

/** How much a word of the question counts, compared with one of the claim. */
const askedShare = 0.5;
/** Words at this distance from a number count half; behind it they are taken to be twice as far away. */
const halfDistance = 6;

/** How much each word of the claim is about one of its numbers: the nearer, the more, above all before it. */
function mentionedNear(words: readonly ClaimWord[], index: number, asked: ReadonlySet<string>) {
  const shares = new Map<string, number>();
  words.forEach(({ keys }, at) => {
    const distance = at < index ? index - at - 1 : 2 * (at - index - 1);
    const share = Math.max(askedShare, 1 - distance / (2 * halfDistance));
    for (const key of keys) shares.set(key, Math.max(share, shares.get(key) ?? 0));
  });
  return (key: string): number => shares.get(key) ?? (asked.has(key) ? askedShare : 0);
}

/** The share of a row's labels that is mentioned; a label that few rows have weighs most. */
function labelShare(tables: readonly EvidenceTokens[]) {
  const rarity = rarityIn(tables.map(({ row }) => new Set(row?.labels)));
  return ({ row }: EvidenceTokens, mentioned: (key: string) => number): number => {
    const labels = [...new Set(row?.labels)];
    const total = labels.reduce((sum, key) => sum + rarity([key]), 0) || 1;
    return labels.reduce((sum, key) => sum + mentioned(key) * rarity([key]), 0) / total;
  };
}

function columnMargin(unit: EvidenceTokens, place: number, mentioned: (key: string) => number): number {
  const { clause, key } = unit.tokens[place] ?? { clause: 0, key: "" };
  const share = (column: number) => {
    const heading = [...(unit.row?.columns[column] ?? [])];
    return heading.reduce((sum, each) => sum + mentioned(each), 0) / Math.max(1, heading.length);
  };
  const cellOf = (column: number) => unit.row?.cells[column];
  const rivals = unit.tokens.filter((token) => {
    const cell = cellOf(token.clause);
    return (
      token.isNumber &&
      token.clause !== clause &&
      cell?.isLabel === false &&
      isSameKind(cell, cellOf(clause)) &&
      token.key !== key &&
      formOf(token.key) === formOf(key)
    );
  });
  return rivals.length === 0 ? 1 : share(clause) - Math.max(...rivals.map((token) => share(token.clause)));
}
