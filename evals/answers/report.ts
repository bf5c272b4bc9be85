import { normalize } from "./judge.ts";
import { auroc, calibrationBins, calibrationError } from "./metrics.ts";
import type { Judged } from "./model.ts";

const percent = (value: number) => (Number.isFinite(value) ? `${(100 * value).toFixed(1)}%` : "–");
const share = <T>(items: T[], has: (item: T) => boolean) => items.filter(has).length / items.length;

/** Tables of the quality of the answers, as text. */
export function report(judged: Judged[], threshold: number): string {
  return [perSet(judged, threshold), perCollection(judged), reliability(judged), riskCoverage(judged)].join(
    "\n\n",
  );
}

function perSet(judged: Judged[], threshold: number): string {
  const rows = [...new Set(judged.map(({ source }) => source.question.set))].map((set) => {
    const ofSet = judged.filter(({ source }) => source.question.set === set);
    const all = ofSet.filter(({ source }) => source.collection === "all" && source.question.answerable);
    const indexed = ofSet.filter(({ source }) => source.indexed && source.question.answerable);
    const missing = ofSet.filter(({ source }) => !source.indexed);
    const adversarial = ofSet.filter(({ source }) => !source.question.answerable);
    const answered = all.filter(({ confidence }) => confidence >= threshold);
    const ece = calibrationError(calibrationBins([...indexed, ...missing].map((one) => ({ ...one }))));
    const words =
      all.reduce((sum, { content }) => sum + normalize(content).split(" ").length, 0) / all.length;
    return [
      set,
      String(all.length),
      percent(share(all, ({ right }) => right)),
      percent(answered.length / all.length),
      percent(share(answered, ({ right }) => right)),
      percent(share(missing, ({ confidence }) => confidence >= threshold)),
      percent(share(adversarial, ({ confidence }) => confidence >= threshold)),
      auroc(
        indexed.map(({ confidence }) => confidence),
        missing.map(({ confidence }) => confidence),
      ).toFixed(3),
      ece.toFixed(3),
      words.toFixed(0),
    ];
  });
  return table(
    [
      "set",
      "questions",
      "answer holds reference",
      "answered",
      "right if answered",
      "answered, document missing",
      "answered, unanswerable",
      "AUROC in/out",
      "ECE",
      "words said",
    ],
    rows,
  );
}

function perCollection(judged: Judged[]): string {
  const rows = ["all", "half", "three", "one", "corpus"].map((kind) => {
    const ofKind = judged.filter(({ source }) => source.collection === kind && source.question.answerable);
    const indexed = ofKind.filter(({ source }) => source.indexed);
    const missing = ofKind.filter(({ source }) => !source.indexed);
    const ece = calibrationError(calibrationBins(ofKind));
    return [
      kind,
      String(indexed.length),
      String(missing.length),
      percent(share(indexed, ({ right }) => right)),
      auroc(
        indexed.map(({ confidence }) => confidence),
        missing.map(({ confidence }) => confidence),
      ).toFixed(3),
      ece.toFixed(3),
    ];
  });
  return table(["collection", "indexed", "missing", "answer holds reference", "AUROC in/out", "ECE"], rows);
}

function reliability(judged: Judged[]): string {
  const sections: [string, Judged[]][] = [
    [
      "answerable, document indexed",
      judged.filter(({ source }) => source.indexed && source.question.answerable),
    ],
    ["the same and document missing", judged.filter(({ source }) => source.question.answerable)],
    ["all, unanswerable too", judged],
  ];
  const bins = sections.map(([, cases]) => calibrationBins(cases));
  const rows = Array.from({ length: 10 }, (_, i) => [
    `${(i / 10).toFixed(1)}–${((i + 1) / 10).toFixed(1)}`,
    ...bins.flatMap((of) => [
      (of[i]?.confidence ?? 0).toFixed(2),
      (of[i]?.right ?? 0).toFixed(2),
      percent((of[i]?.count ?? 0) / of.reduce((sum, bin) => sum + bin.count, 0)),
    ]),
  ]);
  const eces = sections.map(([name, cases], i) => {
    const indexed = cases.filter(({ source }) => source.indexed);
    const missing = cases.filter(({ source }) => !source.indexed);
    const area =
      missing.length > 0
        ? `, AUROC in/out ${auroc(
            indexed.map((c) => c.confidence),
            missing.map((c) => c.confidence),
          ).toFixed(3)}`
        : "";
    const rightness = auroc(
      cases.filter((c) => c.right).map((c) => c.confidence),
      cases.filter((c) => !c.right).map((c) => c.confidence),
    );
    return `${name}: ${cases.length} cases, ECE ${calibrationError(bins[i] ?? []).toFixed(3)}, unweighted ${calibrationError(calibrationBins(cases.map((c) => ({ ...c, weight: 1 })))).toFixed(3)}${area}, AUROC right/wrong ${rightness.toFixed(3)}`;
  });
  return `${eces.join("\n")}\n\n${table(["bin", ...sections.flatMap(([name]) => [name, "right", "share"])], rows)}`;
}

function riskCoverage(judged: Judged[]): string {
  const answerable = judged.filter(({ source }) => source.question.answerable);
  const rows = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((threshold) => {
    const indexed = answerable.filter(({ source }) => source.indexed);
    const missing = answerable.filter(({ source }) => !source.indexed);
    const answered = indexed.filter(({ confidence }) => confidence >= threshold);
    return [
      threshold.toFixed(1),
      percent(answered.length / indexed.length),
      percent(share(answered, ({ right }) => right)),
      percent(answered.filter(({ right }) => right).length / indexed.filter(({ right }) => right).length),
      percent(share(missing, ({ confidence }) => confidence >= threshold)),
    ];
  });
  return table(
    ["threshold", "answered", "right if answered", "right answers kept", "answered, document missing"],
    rows,
  );
}

export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(" | ")} |`;
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...rows.map(line)].join(
    "\n",
  );
}
