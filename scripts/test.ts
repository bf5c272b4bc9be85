import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildWeb } from "./build-web.ts";
import { installDebianPackage } from "./debian.ts";
import { findChromium } from "./find-chromium.ts";
import { findProgram } from "./find-program.ts";
import { root, runNode } from "./steps.ts";
import { startTestDatabaseServer } from "./test-database-server.ts";

// npm test                  every test, the browser included; then those that use the database again,
//                           on another PostgreSQL server reached over TCP with a password
// npm test -- PATTERN…      those whose path matches, once

const results = await mkdtemp(path.join(tmpdir(), "sizana-results-"));
const counts = { passed: 0, failed: 0 };
/** Named again at the end, as thousands of lines may stand between. */
const failures: string[] = [];

/** What is read of vitest's report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** Runs vitest and adds to the counts. True when everything passed. */
async function runTests(name: string, args: string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  process.stdout.write(`\n== ${name}\n`);
  const file = path.join(results, `${name.replaceAll(/\W+/g, "-")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runNode("node_modules/vitest/vitest.mjs", ["run", ...reporters, ...args], environment);
  const report = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as Report,
    (): Report => ({ numPassedTests: 0, numFailedTests: 1, testResults: [] }),
  );
  counts.passed += report.numPassedTests;
  for (const { name: testFile, assertionResults } of report.testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === "failed") failures.push(`${testFile}: ${fullName}\n${failureMessages.join("\n")}\n`);
    }
  }
  // A test file that cannot even be loaded has no tests that could fail.
  counts.failed += Math.max(report.numFailedTests, code === 0 ? 0 : 1);
  return code === 0;
}

/** The test files, outside the browser, that open a database, but for those that bring a server of their own. */
async function databaseTests(): Promise<string[]> {
  const entries = await readdir(path.join(root, "server"), { recursive: true });
  const files = entries.filter((name) => name.endsWith(".test.ts")).map((name) => path.join("server", name));
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), "utf8")));
  const opens = (text: string) =>
    /test\/(database|server|whatsapp)\.ts"/.test(text) && !text.includes("/pgvector-server.ts");
  return files.filter((_file, index) => opens(texts[index] ?? ""));
}

async function main(): Promise<boolean> {
  const patterns = process.argv.slice(2);
  await buildWeb();
  const environment = { CHROMIUM_PATH: await findChromium() };
  if (findProgram(["curl", "curl.exe"]) === undefined && !(await installDebianPackage("curl")))
    throw new Error("The tests paste the webhook's curl example: install curl.");
  // Without it the tests of a pooler are skipped.
  if (findProgram(["/usr/sbin/pgbouncer", "pgbouncer"]) === undefined)
    await installDebianPackage("pgbouncer");
  const passed = await runTests("tests", patterns, environment);
  if (patterns.length > 0) return passed;
  const server = await startTestDatabaseServer();
  try {
    const again = await runTests(`database tests on ${server.name}`, await databaseTests(), {
      ...environment,
      TEST_DATABASE_URL: server.url,
    });
    return passed && again;
  } finally {
    await server.stop();
  }
}

try {
  const passed = await main();
  for (const failure of failures) process.stdout.write(`\nFailed: ${failure}`);
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await rm(results, { recursive: true, force: true });
}
