/**
 * npm run ask -- [--audience internal|external] [--json] FILE... "question"
 *
 * The whole pipeline from the terminal: reads the files into a temporary database, answers the question from them and
 * names the pages. Exit code 2 when it doesn't know.
 */
import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { Audience } from "../contract/common.ts";
import { withScratchOrganization } from "./scratch-organization.ts";

const usage = 'Usage: npm run ask -- [--audience internal|external] [--json] FILE... "question"';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { audience: { type: "string", default: "internal" }, json: { type: "boolean", default: false } },
  });
  const audience = Audience.safeParse(values.audience);
  const question = positionals.pop();
  if (!audience.success || question === undefined || positionals.length === 0) throw new Error(usage);
  for (const file of positionals) await stat(file);

  const answer = await withScratchOrganization(async (organization) => {
    for (const file of positionals) await organization.add(file, audience.data);
    for (const sentence of await organization.read()) process.stderr.write(`${sentence}\n`);
    return organization.ask(audience.data, question);
  });
  if (values.json) process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  else {
    const sources = answer.sources.map((source) => `  ${source.documentName}, page ${source.page}`);
    const figures = `  confidence ${Math.round(answer.confidence * 100)}%, ${Math.round(answer.latencyMs)} ms`;
    process.stdout.write([answer.content, "", ...new Set(sources), figures, ""].join("\n"));
  }
  return answer.answered ? 0 : 2;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
