import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brokenLimits, measureStructure, type StructureFigures } from "./structure/structure-figures.ts";
import { findOwnTimeouts, wrongInTests } from "./structure/test-rules.ts";
import { root } from "./steps.ts";

// Prints the size and structure of the product; with --check, only exceeded limits. Exit code 1 if there are any.

const isProduct = (file: string): boolean =>
  /^(contract|document-reader|server|web)\/.*\.(tsx?|sql|css)$/u.test(file) &&
  !/\.test\.tsx?$|\.d\.ts$|^server\/database\/schema\.ts$/u.test(file);

const isTest = (file: string): boolean => /\.test\.tsx?$/u.test(file);

async function readFiles(isWanted: (file: string) => boolean): Promise<Map<string, string>> {
  const { stdout } = await promisify(execFile)("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const texts = new Map<string, string>();
  for (const file of stdout.split("\n").filter(isWanted)) {
    const text = await readFile(`${root}/${file}`, "utf8").catch(() => null);
    if (text !== null) texts.set(file, text);
  }
  return texts;
}

function report(figures: StructureFigures): string {
  const sum = Object.values(figures.lines).reduce((a, b) => a + b, 0);
  const mean = (of: "files" | "folders") =>
    figures.samples.reduce((total, sample) => total + sample[of], 0) / figures.samples.length;
  return [
    `Product lines: ${sum}`,
    ...Object.entries(figures.lines)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([folder, lines]) => `  ${folder.padEnd(24)} ${String(lines).padStart(6)}`),
    `Lines at the 95th percentile: server files ${figures.server.fileLinesP95}, functions ${figures.server.functionLinesP95}; web files ${figures.web.fileLinesP95}, functions ${figures.web.functionLinesP95}`,
    `Files over 400 lines: ${figures.longFiles.length}`,
    ...figures.longFiles.map(({ file, lines }) => `  ${String(lines).padStart(4)} ${file}`),
    "Longest functions:",
    ...figures.longestFunctions.map(
      ({ name, file, lines }) => `  ${String(lines).padStart(4)} ${name} (${file})`,
    ),
    `Functions with five or more parameters: ${figures.manyParameters.length}`,
    ...figures.manyParameters.map(({ name, file, parameters }) => `  ${parameters} ${name} (${file})`),
    `Import circles, types included: ${figures.circles.length}`,
    ...figures.circles.map((circle) => `  ${circle.join(", ")}`),
    `Tables: ${figures.schema.tables}, of them for counting: ${figures.schema.countingTables}; triggers: ${figures.schema.triggers}`,
    "Sample features, their own files in their folders:",
    ...figures.samples.map(({ name, files, folders }) => `  ${name.padEnd(16)} ${files} in ${folders}`),
    `  ${"mean".padEnd(16)} ${mean("files").toFixed(1)} in ${mean("folders").toFixed(1)}`,
  ].join("\n");
}

const figures = measureStructure(await readFiles(isProduct));
const tests = [...(await readFiles(isTest))];
const broken = [
  ...brokenLimits(figures),
  ...tests.flatMap(([file, text]) => [...wrongInTests(file, text), ...findOwnTimeouts(file, text)]),
];
if (!process.argv.includes("--check")) process.stdout.write(`${report(figures)}\n`);
if (broken.length > 0) {
  process.stderr.write(`${broken.join("\n")}\n`);
  process.exitCode = 1;
}
