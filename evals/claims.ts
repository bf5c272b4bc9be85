/**
 * Fits the judge of claims on sentences of right answers of a strong model, with --claims FILE also of ideal answers
 * (evals/ideals.ts), on the same sentences with one wrong alteration, and on the handwritten claims for development
 * (evals/generated/claims/develop). Prints how many right and altered sentences would keep the model's words, judged by
 * a fit to other organizations.
 *
 *   node evals/claims.ts [--recordings DIR] [--claims FILE] [--write]
 *
 * --write fits on all of them and writes server/answering/generated/judge/claim-weights.ts.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fitLogistic } from "./answers/fit.ts";
import { namesIn } from "./generated/alterations.ts";
import { hash, recordedSamples, writtenSamples, type Sample } from "./generated/claim-samples.ts";
import { readEverydayRecordings } from "./generated/everyday-recordings.ts";
import { readRecordings, readRecordingsFile } from "./generated/recordings.ts";
import { readWrittenClaims } from "./generated/written-claims.ts";

const { values: options } = parseArgs({
  options: {
    recordings: { type: "string", default: "../shared/recordings" },
    claims: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

/** The kinds of alterations that `npm run evals generated` counts. */
const plainKinds = new Set(["number", "swapped number", "date", "name", "negation", "scope"]);
/** About one in this many alterations and ideal answers is used, because they are similar. */
const thin = { recorded: 2, ideal: 6, idealAnswers: 4 };

/** Handwritten claims weigh more than generated ones; rare and frequent kinds are balanced. */
function weightOf({ kind, isAltered, isWritten }: Sample): number {
  if (isWritten) return 12;
  if (!isAltered) return 2;
  return plainKinds.has(kind) ? 5 : kind === "another subject" ? 0.6 : 2;
}

/** Features that only describe a claim; all others may only count against it. */
const either = new Set([
  "numbers", "length", "inRows", "inTable", "noNumber", "bareClaim", "clauseWhole", "whollyInEvidence", "flawlessInEvidence",
  "nearlyFlawlessInEvidence", "nearlyFlawlessInTable",
]); // prettier-ignore

function fit(samples: Sample[], names: readonly string[]) {
  return fitLogistic(
    samples
      .filter(({ isAsked }) => isAsked)
      .map((sample) => ({
        features: Float64Array.from(names, (name) => sample.features[name] ?? 0),
        right: sample.isAltered,
        weight: weightOf(sample),
      })),
    names.length,
    0.001,
    names.map((name) => (either.has(name) ? 0 : 1)),
  );
}

const folds = 5;
function crossValidated(samples: Sample[], names: readonly string[]): { sample: Sample; doubt: number }[] {
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const isHeld = ({ group }: Sample) => hash(group) % folds === fold;
    const { weights, intercept } = fit(
      samples.filter((sample) => !isHeld(sample)),
      names,
    );
    return samples.filter(isHeld).map((sample) => ({
      sample,
      doubt: names.reduce(
        (sum, name, at) => sum + (weights[at] ?? 0) * (sample.features[name] ?? 0),
        intercept,
      ),
    }));
  });
}

function report(judged: { sample: Sample; doubt: number }[]): void {
  const kinds = [...new Set(judged.map(({ sample }) => sample.kind))];
  for (const limit of [9, -0.5, -1.2, -1.5]) {
    console.log(limit === 9 ? "\nwithout the judge" : `\nsaid below ${limit}`);
    for (const kind of kinds) {
      const of = judged.filter(({ sample }) => sample.kind === kind);
      const said = of.filter(({ sample, doubt }) => sample.isAsked && doubt < limit).length;
      console.log(
        `  ${kind.padEnd(20)}${String(said).padStart(6)} of ${String(of.length).padEnd(6)}${((100 * said) / of.length).toFixed(1)}%`,
      );
    }
  }
}

const recorded = [
  ...readRecordings(options.recordings, "answers"),
  ...readRecordings(options.recordings, "everyday"),
  ...(await readEverydayRecordings("develop")).recordings,
];
const ideal = options.claims === undefined ? [] : readRecordingsFile(options.claims);
const otherNames = recorded.flatMap(({ passages }) =>
  passages.flatMap(({ text }) => namesIn(text)).slice(0, 3),
);
const samples = [
  ...recorded.flatMap((recording) => recordedSamples(recording, otherNames, thin.recorded)),
  ...ideal
    .filter((_, at) => at % thin.idealAnswers === 0)
    .flatMap((recording) => recordedSamples(recording, otherNames, thin.ideal)),
  ...readWrittenClaims("develop").flatMap(writtenSamples),
];
const featureNames = Object.keys(samples.find(({ isAsked }) => isAsked)?.features ?? {});
report(crossValidated(samples, featureNames));

if (options.write) {
  const { weights, intercept } = fit(samples, featureNames);
  const lines = featureNames
    .map((name, at) => [name, Number((weights[at] ?? 0).toFixed(3))] as const)
    .filter(([, weight]) => weight !== 0)
    .map(([name, weight]) => `    ${name}: ${weight},`);
  writeFileSync(
    new URL("../server/answering/generated/judge/claim-weights.ts", import.meta.url),
    `// Written by evals/claims.ts --write; run it again rather than editing figures by hand.

/** How much each feature adds to the log odds that the evidence does not support a claim. */
export const claimWeights: { intercept: number; weights: Readonly<Record<string, number>> } = {
  intercept: ${Number(intercept.toFixed(3))},
  weights: {
${lines.join("\n")}
  },
};
`,
  );
}
