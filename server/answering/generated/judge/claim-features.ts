import { clauseFeatures } from "./clause-features.ts";
import { compare, type CompareRequest, type Features } from "./compared.ts";
import { objections, type Objection } from "../objections.ts";
import { numberFeatures } from "./number-features.ts";
import { scopeFeatures } from "./scope-features.ts";
import { wordFeatures } from "./word-features.ts";

export interface JudgedClaim extends CompareRequest {
  /** The rules for facts that it violates. */
  objections: ReadonlySet<Objection>;
}

/** Compares a claim with its evidence: signs that the evidence does not support it. What is true is 1. */
export function claimFeatures(claim: JudgedClaim): Record<string, number> {
  const compared = compare(claim);
  const features: Features = {
    ...wordFeatures(compared),
    ...numberFeatures(compared),
    ...scopeFeatures(compared),
    ...clauseFeatures(compared),
    ...Object.fromEntries(objections.map((each) => [`${each}Objection`, claim.objections.has(each)])),
  };
  const all = Object.entries({ ...features, ...withoutFlaws(features) });
  return Object.fromEntries(all.map(([name, value]) => [name, Number(value)]));
}

/** Features that describe a claim and its evidence, or count against it only together with others. */
const mild = new Set(
  (
    "length numbers inRows inTable noNumber bareClaim clauseWhole noSentence unknown evidenceHeld " +
    "clauseMissing clauseElsewhere rowPartlyNamed columnTied weAdded weDropped"
  ).split(" "),
);
const minorShare = 0.2;

/** Whether every word of a claim is in its evidence, and whether no other feature counts against it. */
function withoutFlaws(features: Features): Features {
  const isFlawless = Object.entries(features).every(([name, value]) => Number(value) === 0 || mild.has(name));
  const { clauseMissing = 0, unknown = 0, evidenceHeld = 0 } = features;
  const isHeld = clauseMissing === 0 && unknown === 0 && Number(evidenceHeld) < minorShare;
  return { whollyHeld: isHeld, flawlessHeld: isFlawless && isHeld };
}
