/**
 * Measures how many recorded answers of a strong language model the checks accept, how many of more than 1,000 wrong
 * alterations of the same answers, how often an answer is given after NONE, and how well the confidence is calibrated
 * (cross-validated by organization or document).
 *
 *   node evals/generated.ts [--recordings DIR] [--misses] [--leaks] [--write]
 *
 * --write fits the confidence on all recordings and writes server/answering/generated/model-calibration.ts.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { probabilityOf } from "../server/answering/calibration/log-odds.ts";
import { openDraft } from "../server/answering/generated/draft.ts";
import { checkSentence } from "../server/answering/generated/check-sentence.ts";
import { modelFeatureNames } from "../server/answering/generated/model-confidence.ts";
import { fitLogistic } from "./answers/fit.ts";
import { alterationsOf, namesIn, type Alteration } from "./generated/alterations.ts";
import { readMadeUpClaims, saysOther } from "./generated/made-up.ts";
import { readEverydayRecordings } from "./generated/everyday-recordings.ts";
import { plainOutput, readRecordings, verdictOf, type Recording } from "./generated/recordings.ts";
import {
  isLetThrough as isWronglySaid,
  outcomeOf,
  readWrittenClaims,
  type ClaimSet,
} from "./generated/written-claims.ts";

const { values: options } = parseArgs({
  options: {
    recordings: { type: "string", default: "../shared/recordings" },
    misses: { type: "boolean", default: false },
    leaks: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

interface Judged {
  recording: Recording;
  modelIsRight: boolean;
  isAnswered: boolean;
  isRight: boolean;
  confidence: number;
  features: Float64Array;
}

function replay(recording: Recording): Judged {
  const draft = openDraft({
    question: recording.question,
    passages: recording.passages,
    tables: recording.tables,
    onConfirmed: () => undefined,
  });
  draft.push(recording.output);
  const { answer } = draft.end();
  const support = draft.support();
  return {
    recording,
    modelIsRight: recording.isRight(plainOutput(recording.output)),
    isAnswered: answer !== null,
    isRight: answer !== null && recording.isRight(answer.content),
    confidence: answer?.confidence ?? 0,
    features: Float64Array.from(modelFeatureNames, (name) => support?.[name] ?? 0),
  };
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)}%)`;

function report(name: string, judged: Judged[]): void {
  const right = judged.filter(({ modelIsRight }) => modelIsRight);
  const none = judged.filter(({ recording }) => verdictOf(recording.output) === "NONE");
  console.log(
    `${name}: the model's right answers that come through ${share(right.filter(({ isRight }) => isRight).length, right.length)}`,
  );
  console.log(
    `  claimed after NONE ${share(none.filter(({ isAnswered }) => isAnswered).length, none.length)}`,
  );
  const shown = judged.filter(({ isAnswered }) => isAnswered);
  console.log(
    `  right if shown as an answer ${share(shown.filter(({ isRight }) => isRight).length, shown.length)}`,
  );
  console.log(
    `  calibration error, five bins, as shipped ${calibrationError(shown).toFixed(3)}, cross-validated by group ${calibrationError(crossValidated(shown)).toFixed(3)}`,
  );
  if (options.misses)
    for (const { recording, isRight } of right)
      if (!isRight) console.log(`    ${recording.question}\n      ${recording.output}`);
}

/** Expected calibration error in five bins of equal size. */
function calibrationError(shown: Pick<Judged, "confidence" | "isRight">[]): number {
  const sorted = shown.toSorted((a, b) => a.confidence - b.confidence);
  let error = 0;
  for (let bin = 0; bin < 5; bin++) {
    const part = sorted.slice(
      Math.round((bin * sorted.length) / 5),
      Math.round(((bin + 1) * sorted.length) / 5),
    );
    error += Math.abs(part.reduce((sum, each) => sum + each.confidence - (each.isRight ? 1 : 0), 0));
  }
  return error / Math.max(1, sorted.length);
}

const size = modelFeatureNames.length;
const fit = (shown: Judged[]) =>
  fitLogistic(
    shown.map(({ features, isRight }) => ({ features, right: isRight, weight: 1 })),
    size,
    0.01,
  );

function crossValidated(shown: Judged[]): Pick<Judged, "confidence" | "isRight">[] {
  const groups = [...new Set(shown.map(({ recording }) => recording.group))];
  return groups.flatMap((group) => {
    const { weights, intercept } = fit(shown.filter(({ recording }) => recording.group !== group));
    return shown
      .filter(({ recording }) => recording.group === group)
      .map(({ features, isRight }) => {
        const odds = features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), intercept);
        return { isRight, confidence: probabilityOf(odds) };
      });
  });
}

function reportAlterations(recordings: Recording[]): void {
  const names = recordings.flatMap(({ passages }) =>
    passages.flatMap(({ text }) => namesIn(text)).slice(0, 3),
  );
  const tallies = new Map<string, { made: number; through: number }>();
  for (const alteration of recordings.flatMap((recording) => alterationsOf(recording, names))) {
    const tally = tallies.get(alteration.kind) ?? { made: 0, through: 0 };
    tallies.set(alteration.kind, tally);
    tally.made += 1;
    if (isLetThrough(alteration)) tally.through += 1;
  }
  const all = [...tallies.values()];
  const sum = (key: "made" | "through") => all.reduce((total, each) => total + each[key], 0);
  console.log(`altered sentences let through ${share(sum("through"), sum("made"))}`);
  for (const [kind, { made, through }] of tallies) console.log(`  ${kind.padEnd(16)}${share(through, made)}`);
}

/** A verbatim quote of the documents is not counted, since it is right whatever the claim was. */
function isLetThrough({ kind, recording, written, says, original }: Alteration): boolean {
  const checked = checkSentence(written, recording.passages, recording.question, {
    tables: recording.tables,
  });
  if (checked === null || checked.isQuoted === true) return false;
  const isSaid = kind === "yes or no" ? checked.text.startsWith(says) : checked.text.includes(says);
  if (isSaid && options.leaks) console.log(`  ${kind}: ${original}\n    ${checked.text}`);
  return isSaid;
}

/** The same for handwritten claims about invented documents. */
function reportMadeUp(): void {
  const claims = readMadeUpClaims();
  const kept = claims.map(({ right, passages, question }) => checkSentence(right, passages, question));
  const said = kept.filter((checked) => checked !== null);
  const altered = claims.flatMap((claim) => claim.altered.map((each) => ({ ...claim, ...each })));
  const through = altered.filter(({ written, passages, question, right }) => {
    const checked = checkSentence(written, passages, question);
    return checked !== null && checked.isQuoted !== true && saysOther(checked.text, right);
  });
  console.log(
    `claims about invented documents: right ones that come through ${share(said.length, claims.length)}, of these as quotes ${share(said.filter(({ isQuoted }) => isQuoted === true).length, said.length)}`,
  );
  console.log(`  altered ones let through ${share(through.length, altered.length)}`);
  for (const kind of new Set(altered.map((each) => each.kind))) {
    const of = (list: typeof altered) => list.filter((each) => each.kind === kind).length;
    console.log(`    ${kind.padEnd(28)}${share(of(through), of(altered))}`);
  }
  if (options.leaks) for (const { kind, written } of through) console.log(`  ${kind}: ${written}`);
  if (options.misses)
    for (const [at, { right }] of claims.entries()) if (kept[at] === null) console.log(`  ${right}`);
}

/** The same for one set of handwritten claims in the style of a strong model. */
function reportWritten(set: ClaimSet): void {
  const claims = readWrittenClaims(set);
  const outcomes = claims.map((claim) => outcomeOf(claim, claim.right));
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  const altered = claims.flatMap((claim) => claim.altered.map((each) => ({ claim, ...each })));
  const through = altered.filter(({ claim, written }) => isWronglySaid(claim, written));
  console.log(
    `written claims, ${set}, ${new Set(claims.map(({ organization }) => organization)).size} organizations: right ones that come through ${share(claims.length - count("refused"), claims.length)}, in the model's words ${share(count("said"), claims.length)}`,
  );
  console.log(`  altered ones let through ${share(through.length, altered.length)}`);
  for (const kind of [...new Set(altered.map((each) => each.kind))].toSorted()) {
    const of = (list: typeof altered) => list.filter((each) => each.kind === kind).length;
    console.log(`    ${kind.padEnd(28)}${share(of(through), of(altered))}`);
  }
  // Claims of the other sets are not printed, so that no one adapts the rules to them.
  if (options.leaks && set === "develop")
    for (const { kind, written } of through) console.log(`  ${kind}: ${written}`);
}

const everyday = {
  develop: await readEverydayRecordings("develop"),
  fresh: await readEverydayRecordings("fresh"),
};
for (const [set, { changed }] of Object.entries(everyday))
  if (changed > 0) console.log(`more everyday, ${set}: ${changed} left out, because a passage has changed`);
const sets = [
  { name: "answers", recordings: readRecordings(options.recordings, "answers") },
  { name: "everyday", recordings: readRecordings(options.recordings, "everyday") },
  { name: "more everyday, develop", recordings: everyday.develop.recordings },
  { name: "more everyday, fresh", recordings: everyday.fresh.recordings },
];
const judged = sets.map(({ name, recordings }) => ({ name, judged: recordings.map(replay) }));
for (const each of judged) report(each.name, each.judged);
reportAlterations(sets.flatMap(({ recordings }) => recordings));
reportMadeUp();
reportWritten("develop");
reportWritten("held-out");
reportWritten("unseen");
reportWritten("fresh");

if (options.write) {
  const { weights, intercept } = fit(
    judged
      .filter(({ name }) => name === "everyday" || name === "more everyday, develop")
      .flatMap((each) => each.judged.filter(({ isAnswered }) => isAnswered)),
  );
  const figures = [
    ["intercept", intercept] as const,
    ...modelFeatureNames.map((name, at) => [name, weights[at] ?? 0] as const),
  ];
  const lines = figures.map(([name, value]) => `  ${name}: ${Number(value.toFixed(3))},`);
  writeFileSync(
    new URL("../server/answering/generated/model-calibration.ts", import.meta.url),
    `// Written by evals/generated.ts --write; run it again rather than editing figures by hand.

/** Coefficients of the confidence in generated answers (a logistic regression). */
export const modelCurve = {
${lines.join("\n")}
};
`,
  );
}
