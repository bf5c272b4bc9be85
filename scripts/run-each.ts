import { readdir } from "node:fs/promises";
import path from "node:path";
import { root, runNode } from "./steps.ts";

/**
 * Runs the programs of a folder (each .ts file directly in it) one after the other: those named on the command line, or
 * all but `onlyWhenNamed`. Options are passed to each. Ends the process with exit code 1 if one failed.
 */
export async function runEach(folder: string, args: string[], onlyWhenNamed: string[] = []): Promise<void> {
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  const names = firstOption === -1 ? args : args.slice(0, firstOption);
  const options = firstOption === -1 ? [] : args.slice(firstOption);
  const all = (await readdir(path.join(root, folder)))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => path.basename(name, ".ts"))
    .toSorted();
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no ${unknown}. Choose from: ${all.join(", ")}\n`);
    process.exit(1);
  }
  let failed = 0;
  for (const name of names.length === 0 ? all.filter((each) => !onlyWhenNamed.includes(each)) : names) {
    process.stdout.write(`\n== ${folder}/${name}\n`);
    if ((await runNode(path.join(folder, `${name}.ts`), options)) !== 0) failed += 1;
  }
  process.exit(failed === 0 ? 0 : 1);
}
