import type { EvidenceUnit } from "./evidence-units.ts";
import { boundsAgree, measuresAgree, negationsAgree, ratesAgree } from "./markers.ts";

/** The rules for facts that a claim may violate; the judge weighs them. */
export const objections = ["measure", "rate", "bound", "denial"] as const;
export type Objection = (typeof objections)[number];

/** `chosen` is the evidence of the claim. */
export function objectionsTo(claim: string, chosen: EvidenceUnit[]): Set<Objection> {
  const all = chosen.map((unit) => unit.read).join("\n");
  const agrees: Record<Objection, boolean> = {
    measure: measuresAgree(claim, all),
    rate: ratesAgree(claim, all),
    bound: boundsAgree(claim, all),
    denial: negationsAgree(claim, chosen),
  };
  return new Set(objections.filter((each) => !agrees[each]));
}
