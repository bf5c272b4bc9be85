import { probabilityOf } from "../calibration/log-odds.ts";
import type { TableEvidence, TableEvidenceName } from "./table-candidate.ts";

/** Logistic weights of what is known of a candidate. */
const weights: Partial<Record<TableEvidenceName, number>> = {
  explained: 4,
  labelExplained: 1,
  columnExplained: 0.7,
  rowNamed: 2.5,
  labelNamed: 1,
  unexplainedNames: -2.5,
  kindFound: 0.8,
  kindMissed: -0.8,
  conditionsMet: 3,
  conditionsAgainst: -4,
  numbersUnmet: -0.8,
  operatorUnmet: -2.2,
  onlyRow: 1,
  onlyColumn: 1.2,
  rowMargin: 1.5,
  passageRank: 0.5,
  passageScore: 0.5,
  isRow: -0.5,
  isChoice: 0.8,
  areListed: 2,
  isTurned: -2.5,
  narrowed: 0.5,
};
const bias = -6.7;

/** How likely a candidate is right by its evidence, 0 to 1. */
export function scoreOf(evidence: TableEvidence): number {
  let sum = bias;
  for (const [name, weight] of Object.entries(weights)) sum += weight * evidence[name as TableEvidenceName];
  return probabilityOf(sum);
}
