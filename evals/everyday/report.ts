import path from "node:path";
import type { Typing } from "../../server/answering/extractive/calibrate-choice.ts";
import { isTypedCasually } from "../../server/language/question-type.ts";
import { thresholds as fittedThresholds } from "../../server/answering/extractive/fitted-weights.ts";
import type { Judged } from "../answers/model.ts";
import { table } from "../answers/report.ts";
import type { EverydayCase } from "./cases.ts";
import { isHelpful } from "./judge.ts";
import type { EverydayQuestion } from "./organizations.ts";

/** The words before the quotes that may help. */
const helpWords = "I couldn't find a clear answer to that. This may help:";

export const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)}%`;

/** Whether figures count a case: an everyday question of its own organization that is not only fitted to. */
export const isFigure = ({ source }: Judged): boolean =>
  source.collection === "everyday" && source.isFurther !== true;

type Thresholds = Record<Typing, { answer: number; help: number }>;

/** Shares by typing, collection, organization and kind of question, and what other thresholds would give. */
export function everydayReport(judged: Judged[], thresholds: Thresholds = fittedThresholds): string {
  const rows = judged.map((one) => {
    const { row } = one.source as EverydayCase;
    const typing: Typing = isTypedCasually(one.source.text) ? "casual" : "written";
    const { answer, help } = thresholds[typing];
    const isShown = one.confidence >= answer;
    const mayHelp = !isShown && one.confidence >= help;
    return {
      row,
      typing,
      organization: one.source.question.document,
      collection: path.basename((one.source as EverydayCase).author ?? ""),
      confidence: one.confidence,
      isShown,
      isRight: one.right,
      helped: mayHelp && isHelpful(row, helpWords, one.help?.() ?? []),
      words: one.content.split(/\s+/u).length,
    };
  });
  const groups = (keyOf: (row: (typeof rows)[number]) => string) =>
    [...new Set(rows.map(keyOf))].map((key) => [key, rows.filter((row) => keyOf(row) === key)] as const);
  const line = (name: string, part: typeof rows): string[] => {
    const asked = part.filter(({ row }) => row.expect === "answer");
    const missing = part.filter(({ row }) => row.expect === "decline");
    const shown = part.filter(({ isShown }) => isShown);
    const right = asked.filter(({ isShown, isRight }) => isShown && isRight);
    const words = shown.map(({ words: count }) => count).toSorted((a, b) => a - b);
    return [
      name,
      String(part.length),
      percent(asked.filter(({ isRight }) => isRight).length, asked.length),
      percent(right.length, asked.length),
      percent(right.length, shown.length),
      percent(
        asked.filter(({ isShown, isRight, helped }) => (isShown && isRight) || helped).length,
        asked.length,
      ),
      percent(missing.filter(({ isShown }) => !isShown).length, missing.length),
      String(words[Math.floor(words.length / 2)] ?? "–"),
      calibrationErrorOf(shown).toFixed(3),
    ];
  };
  const overview = table(
    [
      "group",
      "n",
      "right at 0",
      "right",
      "right if shown",
      "right or helped",
      "declined if missing",
      "words",
      "ECE",
    ],
    [
      line("all", rows),
      ...groups(({ typing }) => typing).map(([name, part]) => line(name, part)),
      ...groups(({ collection }) => collection).map(([name, part]) => line(`of ${name}`, part)),
      ...groups(({ organization }) => organization).map(([name, part]) => line(name, part)),
      ...groups(({ row }) => row.kind).map(([name, part]) => line(name, part)),
    ],
  );
  const ofTyping = groups(({ typing }) => typing).map(([name, part]) => `${name}\n\n${byThreshold(part)}`);
  return [overview, ...ofTyping].join("\n\n");
}

/** The same for questions of short documents, which are only fitted to. */
export function shortDocumentReport(judged: Judged[]): string {
  const lines = (["casual", "written"] as const).map((typing) => {
    const cases = judged.filter(({ source }) => isTypedCasually(source.text) === (typing === "casual"));
    const shown = cases.filter(({ confidence }) => confidence >= fittedThresholds[typing].answer);
    const asked = cases.filter(({ source }) => source.indexed);
    const missing = cases.filter(({ source }) => !source.indexed);
    const right = shown.filter((one) => one.right).length;
    return [
      typing,
      String(asked.length),
      String(missing.length),
      percent(right, asked.length),
      percent(right, shown.length),
      percent(missing.filter((one) => !shown.includes(one)).length, missing.length),
    ];
  });
  return table(["typing", "answered", "missing", "right", "right if shown", "declined if missing"], lines);
}

/** What other thresholds of an answer would give. */
function byThreshold(rows: { row: EverydayQuestion; confidence: number; isRight: boolean }[]): string {
  const asked = rows.filter(({ row }) => row.expect === "answer");
  const missing = rows.filter(({ row }) => row.expect === "decline");
  return table(
    ["threshold", "right", "right if shown", "declined if missing"],
    Array.from({ length: 18 }, (_, step) => 0.32 + 0.02 * step).map((threshold) => {
      const shown = rows.filter(({ confidence }) => confidence >= threshold);
      const right = shown.filter(({ isRight }) => isRight).length;
      const declined = missing.filter(({ confidence }) => confidence < threshold).length;
      return [
        threshold.toFixed(2),
        percent(right, asked.length),
        percent(right, shown.length),
        percent(declined, missing.length),
      ];
    }),
  );
}

/** Expected calibration error of the shown answers, in five bins of equal size. */
function calibrationErrorOf(shown: { confidence: number; isRight: boolean }[]): number {
  const sorted = shown.toSorted((a, b) => a.confidence - b.confidence);
  let error = 0;
  for (let bin = 0; bin < 5; bin++) {
    const part = sorted.slice(
      Math.round((bin * sorted.length) / 5),
      Math.round(((bin + 1) * sorted.length) / 5),
    );
    error += Math.abs(part.reduce((sum, { confidence, isRight }) => sum + confidence - Number(isRight), 0));
  }
  return sorted.length === 0 ? 0 : error / sorted.length;
}
