import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./steps.ts";

const table = "docs/specification-coverage.md";

/** A sentence for each row of the table with a problem. `readTest` returns null if there is no such file. */
export function findProblems(text: string, readTest: (file: string) => string | null): string[] {
  const rows = text.split("\n").filter((line) => /^\| *[\d-]* *\|/.test(line) && !line.startsWith("| ---"));
  if (rows.length === 0) return ["there is no row"];
  return rows.flatMap((row) => {
    const [section = "", point = "", file = "", name = "", ...more] = row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", ""));
    const problem = (what: string): string[] => [`“${point || row}” ${what}`];
    if (more.length > 0 || [section, point, file, name].includes("")) return problem("has an empty cell");
    const source = readTest(file);
    if (source === null) return problem(`names ${file}, which does not exist`);
    return namesTest(source, name) ? [] : problem(`names “${name}”, which is not a test in ${file}`);
  });
}

/** Whether a call of `test`, `it` or their `each` has exactly this name. */
function namesTest(source: string, name: string): boolean {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?:\b(?:test|it)|\))\(\s*(["'\`])${escaped}\1`).test(source);
}

if (import.meta.main) {
  const problems = findProblems(readFileSync(path.join(root, table), "utf8"), (file) => {
    const absolute = path.join(root, file);
    return file.endsWith(".test.ts") && existsSync(absolute) ? readFileSync(absolute, "utf8") : null;
  });
  for (const problem of problems) process.stderr.write(`${table}: ${problem}\n`);
  process.exit(problems.length === 0 ? 0 : 1);
}
