/**
 * Fits the judge of claims: sentences of right answers that a strong model wrote, and with --claims FILE of ideal ones
 * (evals/ideals.ts), against the same sentences with one thing altered. Prints what would be said in the
 * model's words and what altered would, judged by what was fitted on other organizations.
 *
 *   node evals/claims.ts [--recordings DIR] [--claims FILE] [--write]
 *
 * --write fits on all of them and writes server/answering/generated/judge/claim-weights.ts.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checkSentence } from "../server/answering/generated/check-sentence.ts";
import { evidenceUnitsOf } from "../server/answering/generated/evidence-units.ts";
import { claimFeatures } from "../server/answering/generated/judge/claim-features.ts";
import { partOpener } from "../server/answering/generated/opener.ts";
import { toPlainText } from "../server/answering/generated/plain-text.ts";
import { readCitations } from "../server/answering/generated/citations.ts";
import { isAboutDocuments } from "../server/answering/generated/about-documents.ts";
import { toLanguage } from "../server/language/languages.ts";
import { sentences } from "../server/language/sentences.ts";
import { fitLogistic } from "./answers/fit.ts";
import { alterationsOf, namesIn } from "./generated/alterations.ts";
import { furtherChanges } from "./generated/more-alterations.ts";
import {
  plainOutput,
  readRecordings,
  readRecordingsFile,
  verdictOf,
  type Recording,
} from "./generated/recordings.ts";

const { values: options } = parseArgs({
  options: {
    recordings: { type: "string", default: "../shared/recordings" },
    claims: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

interface Sample {
  group: string;
  kind: string;
  isAltered: boolean;
  /** The rules for facts let it through, so that the judge is asked. */
  isAsked: boolean;
  features: Record<string, number>;
}

/** Alterations in everyday words, which `npm run evals generated` counts. */
const plainKinds = new Set(["number", "swapped number", "date", "name", "negation", "scope"]);

function samplesOf(recording: Recording, names: readonly string[]): Sample[] {
  if (verdictOf(recording.output) === "NONE" || !recording.isRight(plainOutput(recording.output))) return [];
  const body = recording.output.replace(/^\s*(?:SURE|PARTLY)\W*/u, "");
  const written = sentences(body)
    .map(({ start, end }) => body.slice(start, end))
    .filter((sentence) => /\[\d+\]/u.test(sentence));
  const altered = [
    ...alterationsOf(recording, names).filter(({ kind }) => kind !== "yes or no"),
    ...written.flatMap((sentence) => furtherChanges(sentence, recording)),
  ];
  return [
    ...written.flatMap((sentence) => toSample(recording, "right", sentence)),
    ...altered.flatMap((each) => toSample(recording, each.kind, each.written, each.says)),
  ];
}

function toSample(recording: Recording, kind: string, written: string, says?: string): Sample[] {
  const { text: content, numbers } = readCitations(written);
  const text = toPlainText(content);
  const { passages, question } = recording;
  const cited = numbers.flatMap((each) => {
    const passage = passages[each - 1];
    return passage === undefined ? [] : [{ index: each - 1, passage }];
  });
  if (isAboutDocuments(text) || cited.length === 0 || cited.length < numbers.length) return [];
  const checked = checkSentence(written, passages, question, { doubts: () => false });
  const isAsked =
    checked !== null && checked.isQuoted !== true && (says === undefined || checked.text.includes(says));
  const features = claimFeatures({
    claim: partOpener(text).claim,
    units: cited.flatMap(evidenceUnitsOf),
    question,
    language: toLanguage(cited[0]?.passage.language ?? "en"),
  });
  return [{ group: recording.group, kind, isAltered: says !== undefined, isAsked, features }];
}

/** What is rare among the alterations counts as much as what is frequent; what the rules refuse hardly counts. */
function weightOf({ kind, isAltered, isAsked }: Sample): number {
  if (!isAltered) return isAsked ? 4 : 1;
  const weight = plainKinds.has(kind) ? 6 : kind === "another subject" ? 0.6 : 3;
  return isAsked ? weight : Math.min(0.1, weight);
}

/** They tell how long and of what kind a claim is; all others only ever speak against it. */
const either = new Set(["numbers", "length", "inRows"]);

function fit(samples: Sample[], names: readonly string[]) {
  return fitLogistic(
    samples.map((sample) => ({
      features: Float64Array.from(names, (name) => sample.features[name] ?? 0),
      right: sample.isAltered,
      weight: weightOf(sample),
    })),
    names.length,
    0.001,
    names.map((name) => (either.has(name) ? 0 : 1)),
  );
}

const folds = 6;
const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

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
  for (const limit of [9, 0, -0.5, -1, -1.5]) {
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

const recordings = [
  ...readRecordings(options.recordings, "answers"),
  ...readRecordings(options.recordings, "everyday"),
  ...(options.claims === undefined ? [] : readRecordingsFile(options.claims)),
];
const otherNames = recordings.flatMap(({ passages }) =>
  passages.flatMap(({ text }) => namesIn(text)).slice(0, 3),
);
const samples = recordings.flatMap((recording) => samplesOf(recording, otherNames));
const featureNames = Object.keys(samples[0]?.features ?? {});
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

/** How much each feature speaks for a claim's saying something else than its evidence. */
export const claimWeights: { intercept: number; weights: Readonly<Record<string, number>> } = {
  intercept: ${Number(intercept.toFixed(3))},
  weights: {
${lines.join("\n")}
  },
};
`,
  );
}
