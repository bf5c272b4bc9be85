import type { Language } from "../../language/languages.ts";
import { factsAreBound, type EvidenceUnit } from "./evidence-units.ts";
import { boundsAgree, measuresAgree, negationsAgree, ratesAgree, turnsAround } from "./markers.ts";

/** What the rules for facts may say against a claim; the judge weighs them. */
export const objections = ["number", "measure", "rate", "opposite", "bound", "denial"] as const;
export type Objection = (typeof objections)[number];

interface ObjectionsRequest {
  languages: Language[];
  chosen: EvidenceUnit[];
  evidence: EvidenceUnit[];
  stemsOf: (text: string) => string[];
}

export function objectionsTo(
  claim: string,
  { languages, chosen, evidence, stemsOf }: ObjectionsRequest,
): Set<Objection> {
  const all = chosen.map((unit) => unit.read).join("\n");
  const agrees: Record<Objection, boolean> = {
    number: factsAreBound(claim, languages, evidence),
    measure: measuresAgree(claim, all),
    rate: ratesAgree(claim, all),
    opposite: !turnsAround(claim, all),
    bound: boundsAgree(claim, all),
    denial: negationsAgree(claim, chosen, stemsOf),
  };
  return new Set(objections.filter((each) => !agrees[each]));
}
