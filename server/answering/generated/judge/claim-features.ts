import type { Language } from "../../../language/languages.ts";
import type { EvidenceUnit } from "../evidence-units.ts";
import { compare, type Features } from "./compared.ts";
import { numberFeatures } from "./number-features.ts";
import { scopeFeatures } from "./scope-features.ts";
import { wordFeatures } from "./word-features.ts";

export interface JudgedClaim {
  claim: string;
  /** All sentences and rows of the passages that it cites. */
  units: readonly EvidenceUnit[];
  question: string;
  /** Of the passages. */
  language: Language;
}

/** How a claim stands beside its evidence: what speaks for its saying something else. */
export function claimFeatures(claim: JudgedClaim): Features {
  const compared = compare(claim);
  return { ...wordFeatures(compared), ...numberFeatures(compared), ...scopeFeatures(compared) };
}
