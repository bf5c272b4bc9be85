import { codeFolders } from "./code-folders.ts";
import { runNode } from "./steps.ts";

// Every static check of the code.
const typescript = "node_modules/typescript-7/bin/tsc";

const steps: { name: string; script: string; args: string[] }[] = [
  { name: "types", script: typescript, args: ["-p", "tsconfig.json"] },
  { name: "types of the web app", script: typescript, args: ["-p", "web/tsconfig.json"] },
  { name: "types of the browser tests", script: typescript, args: ["-p", "e2e/tsconfig.json"] },
  { name: "lint", script: "node_modules/oxlint/bin/oxlint", args: ["--type-aware", "--deny-warnings"] },
  { name: "format", script: "node_modules/oxfmt/bin/oxfmt", args: ["--check"] },
  {
    name: "architecture",
    script: "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
    args: ["--config", "dependency-cruiser.config.ts", ...codeFolders],
  },
  {
    name: "architecture of the browser",
    script: "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
    args: ["--config", "dependency-cruiser.browser.config.ts", "web"],
  },
  { name: "structure", script: "scripts/structure.ts", args: ["--check"] },
  { name: "dead code", script: "node_modules/knip/bin/knip.js", args: ["--no-progress"] },
  { name: "specification coverage", script: "scripts/specification-coverage.ts", args: [] },
  { name: "decision records", script: "scripts/decisions.ts", args: ["--check"] },
  { name: "database types", script: "scripts/database-types.ts", args: ["--check"] },
];

const only = process.argv.slice(2);
const failed: string[] = [];
for (const { name, script, args } of steps) {
  if (only.length > 0 && !only.includes(name)) continue;
  const startedAt = performance.now();
  process.stdout.write(`== ${name}\n`);
  const code = await runNode(script, args);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`${code === 0 ? "ok" : "FAILED"} (${seconds} s)\n`);
  if (code !== 0) failed.push(name);
}
process.stdout.write(failed.length === 0 ? "\nAll checks passed.\n" : `\nFailed: ${failed.join(", ")}\n`);
process.exit(failed.length === 0 ? 0 : 1);
