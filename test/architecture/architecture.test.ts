import { cruise, type ICruiseResult } from "dependency-cruiser";
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import browserConfig from "../../dependency-cruiser.browser.config.ts";
import config from "../../dependency-cruiser.config.ts";

const root = path.resolve(import.meta.dirname, "../..");
const fixtures = path.join(import.meta.dirname, "fixtures");
const sources = ["contract", "document-reader", "server", "web", "test", "scripts", "evals", "bench", "e2e"];

async function check(
  baseDir: string,
  folders: string[],
  { forbidden, options = {} }: typeof config = config,
): Promise<ICruiseResult["summary"]> {
  const result = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true, baseDir });
  if (typeof result.output === "string") throw new Error("no result");
  return result.output.summary;
}

it("the source keeps its rules", async () => {
  const summary = await check(root, sources);
  // A cruiser that can't read TypeScript would find no files and thus no violations.
  expect(summary.totalCruised).toBeGreaterThan(200);
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
});

it("every rule has an example that breaks it", () => {
  expect(new Set(readdirSync(fixtures))).toEqual(
    new Set([...config.forbidden, ...browserConfig.forbidden].map(({ name }) => name)),
  );
});

it.each(readdirSync(fixtures))("%s can fail", async (rule) => {
  const baseDir = path.join(fixtures, rule);
  const folders = readdirSync(baseDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const summary = await check(
    baseDir,
    folders.map(({ name }) => name),
    browserConfig.forbidden.some(({ name }) => name === rule) ? browserConfig : config,
  );
  expect(summary.violations.map((violation) => violation.rule.name)).toContain(rule);
});
