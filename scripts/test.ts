import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildWeb } from "./build-web.ts";
import { installDebianPackage } from "./debian.ts";
import { findChromium } from "./find-chromium.ts";
import { findProgram } from "./find-program.ts";
import { runNode } from "./steps.ts";

// npm test                  every test, with a browser; those of the database run a second time, on a PostgreSQL
//                           server that is reached over TCP with a password
// npm test -- PATTERN…      the tests whose path matches, once

/** The used part of vitest's report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** Runs vitest. Repeats the failures at the end, because they may be thousands of lines above. */
async function runTests(args: string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "sizana-results-"));
  const file = path.join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runNode("node_modules/vitest/vitest.mjs", ["run", ...reporters, ...args], environment);
  const report = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as Report,
    (): Report => ({ numPassedTests: 0, numFailedTests: 1, testResults: [] }),
  );
  await rm(folder, { recursive: true, force: true });
  for (const { name, assertionResults } of report.testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === "failed")
        process.stdout.write(`\nFailed: ${name}: ${fullName}\n${failureMessages.join("\n")}\n`);
    }
  }
  // A test file that can't be loaded has no failed tests in the report.
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1);
  process.stdout.write(`\n${report.numPassedTests} passed, ${failed} failed\n`);
  return failed === 0;
}

async function main(): Promise<boolean> {
  const patterns = process.argv.slice(2);
  await buildWeb();
  const CHROMIUM_PATH = await findChromium();
  if (findProgram(["curl", "curl.exe"]) === undefined && !(await installDebianPackage("curl")))
    throw new Error("The tests paste the webhook's curl example: install curl.");
  // Without pgbouncer the tests of a pooler are skipped.
  if (findProgram(["/usr/sbin/pgbouncer", "pgbouncer"]) === undefined)
    await installDebianPackage("pgbouncer");
  return runTests(patterns, { CHROMIUM_PATH, EVERY_DATABASE_SERVER: patterns.length === 0 ? "yes" : "no" });
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
