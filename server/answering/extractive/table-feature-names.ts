import { tableEvidenceNames } from "../tables/table-candidate.ts";
import { unitFeatureNames } from "./unit-feature-names.ts";

/** What the choice among a question's table answers looks at: their evidence, and the features of the row's unit. */
export const tableFeatureNames = [
  ...tableEvidenceNames,
  ...unitFeatureNames.map((name) => `of${capitalised(name)}` as const),
] as const;
export type TableFeature = (typeof tableFeatureNames)[number];

/** What the confidence in the best of them rests on beside that. */
export const tableConfidenceNames = [
  ...tableFeatureNames,
  /** How sure the best unit is, and whether it is a row. */
  "unitConfidence",
  "unitOdds",
  "unitIsRow",
  /** How far it is before the others. */
  "likelihood",
  "likelihoodMargin",
] as const;
export type TableConfidenceFeature = (typeof tableConfidenceNames)[number];

function capitalised<Name extends string>(name: Name): Capitalize<Name> {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<Name>;
}
