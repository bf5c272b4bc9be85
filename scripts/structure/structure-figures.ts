import { findCircles } from "./circles.ts";
import { measureSamples, type SampleFeature } from "./sample-features.ts";
import { countLines, measureSource, type NamedFunction, type SourceFigures } from "./source-figures.ts";

export interface StructureFigures {
  /** Lines of product code by folder: TypeScript and SQL, without tests and generated files. */
  lines: Record<string, number>;
  /** The 95th percentile of the lengths of files and of named functions. */
  server: { fileLinesP95: number; functionLinesP95: number };
  web: { fileLinesP95: number; functionLinesP95: number };
  longFiles: { file: string; lines: number }[];
  longestFunctions: NamedFunction[];
  /** Functions with five or more parameters. */
  manyParameters: NamedFunction[];
  circles: string[][];
  samples: SampleFeature[];
  /** `countingTables`: tables that store counts of rows. */
  schema: { tables: number; triggers: number; countingTables: number };
}

const maxFileLines = 400;
const manyParameters = 5;
const longestShown = 5;

/** Measures product files, given as their paths from the root and their texts. */
export function measureStructure(texts: ReadonlyMap<string, string>): StructureFigures {
  const sources = [...texts].flatMap(([file, text]) =>
    /\.tsx?$/u.test(file) ? [measureSource(file, text)] : [],
  );
  const functions = sources.flatMap((source) => source.functions);
  return {
    lines: linesByFolder(texts),
    server: percentilesOf(sources.filter(({ file }) => !file.startsWith("web/"))),
    web: percentilesOf(sources.filter(({ file }) => file.startsWith("web/"))),
    longFiles: sources
      .filter(({ lines }) => lines > maxFileLines)
      .map(({ file, lines }) => ({ file, lines })),
    longestFunctions: functions.toSorted((a, b) => b.lines - a.lines).slice(0, longestShown),
    manyParameters: functions.filter(({ parameters }) => parameters >= manyParameters),
    circles: findCircles(new Map(sources.map(({ file, imports }) => [file, imports]))),
    samples: measureSamples([...texts.keys()]),
    schema: measureSchema(texts),
  };
}

/** Rows are counted in `counts`; the other tables belong to the index of documents. */
const countingTable = /^create table (?:counts|vocabulary|\w+_(?:tallies|statistics))\b/u;

function measureSchema(texts: ReadonlyMap<string, string>): StructureFigures["schema"] {
  const statements = [...texts]
    .filter(([file]) => file.endsWith(".sql"))
    .flatMap(([, text]) => text.split("\n"));
  const countStatements = (beginning: string): number =>
    statements.filter((line) => line.startsWith(beginning)).length;
  return {
    tables: countStatements("create table ") - countStatements("drop table "),
    triggers: countStatements("create trigger ") - countStatements("drop trigger "),
    countingTables: statements.filter((line) => countingTable.test(line)).length,
  };
}

function linesByFolder(texts: ReadonlyMap<string, string>): Record<string, number> {
  const lines: Record<string, number> = {};
  for (const [file, text] of texts) {
    const [top = "", second = ""] = file.split("/");
    const folder = top === "server" && !second.includes(".") ? `server/${second}` : top;
    lines[folder] = (lines[folder] ?? 0) + countLines(text);
  }
  return lines;
}

const percentilesOf = (sources: readonly SourceFigures[]) => ({
  fileLinesP95: percentile95(sources.map(({ lines }) => lines)),
  functionLinesP95: percentile95(sources.flatMap(({ functions }) => functions.map(({ lines }) => lines))),
});

function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}

/** Limits may become stricter, never looser. */
export interface StructureLimits {
  server: { fileLinesP95: number; functionLinesP95: number };
  web: { fileLinesP95: number; functionLinesP95: number };
  longFiles: number;
  manyParameters: number;
  circles: number;
  countingTables: number;
  triggers: number;
}

const structureLimits: StructureLimits = {
  server: { fileLinesP95: 240, functionLinesP95: 34 },
  web: { fileLinesP95: 240, functionLinesP95: 34 },
  longFiles: 0,
  manyParameters: 0,
  circles: 0,
  countingTables: 3,
  triggers: 10,
};

/** The limits that the figures exceed, as sentences. */
export function brokenLimits(figures: StructureFigures, limits: StructureLimits = structureLimits): string[] {
  const named = ({ file, name }: NamedFunction) => `${name} in ${file}`;
  const compared: [what: string, value: number, limit: number][] = [
    ["lines of a server file, 95th percentile", figures.server.fileLinesP95, limits.server.fileLinesP95],
    [
      "lines of a server function, 95th percentile",
      figures.server.functionLinesP95,
      limits.server.functionLinesP95,
    ],
    ["lines of a web file, 95th percentile", figures.web.fileLinesP95, limits.web.fileLinesP95],
    ["lines of a web function, 95th percentile", figures.web.functionLinesP95, limits.web.functionLinesP95],
    [
      `files over ${maxFileLines} lines (${figures.longFiles.map(({ file }) => file).join(", ")})`,
      figures.longFiles.length,
      limits.longFiles,
    ],
    [
      `functions with ${manyParameters} or more parameters (${figures.manyParameters.map(named).join(", ")})`,
      figures.manyParameters.length,
      limits.manyParameters,
    ],
    [
      `import circles (${figures.circles.map((circle) => circle.join(" and ")).join("; ")})`,
      figures.circles.length,
      limits.circles,
    ],
    ["tables that store counts", figures.schema.countingTables, limits.countingTables],
    ["triggers", figures.schema.triggers, limits.triggers],
  ];
  return compared
    .filter(([, value, limit]) => value > limit)
    .map(([what, value, limit]) => `${value} ${what}; the limit is ${limit}.`);
}
