import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { findRecordProblems, indexOf, type DecisionRecord } from "./decisions/decision-records.ts";
import { root } from "./steps.ts";

// Writes the index of the decision records. With --check, writes nothing and ends with exit code 1 if a record is not
// in the common form or the index is out of date.

const folder = path.join(root, "docs/decisions");
const index = path.join(folder, "README.md");

const names = (await readdir(folder)).filter((name) => /^\d/u.test(name)).toSorted();
const records: DecisionRecord[] = await Promise.all(
  names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), "utf8") })),
);
const problems = findRecordProblems(records);
if (!process.argv.includes("--check")) await writeFile(index, indexOf(records));
else if ((await readFile(index, "utf8")) !== indexOf(records))
  problems.push("docs/decisions/README.md is out of date: run node scripts/decisions.ts.");
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exitCode = 1;
}
