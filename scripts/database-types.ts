import { mkdtemp, readFile, rm, writeFile, chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { migrate } from "../server/database/migrate.ts";
import { root, runNode } from "./steps.ts";

// Writes server/database/schema.ts from the migrations; with --check, only checks that it is up to date.
const file = path.join(root, "server", "database", "schema.ts");
const folder = await mkdtemp(path.join(tmpdir(), "sizana-types-"));
// For root the database runs as another user, who needs access to the folder.
await chmod(folder, 0o711);
const embedded = await startEmbeddedPostgres(folder, { durable: false });
try {
  await migrate(embedded.url);
  const fresh = path.join(folder, "schema.ts");
  const code = await runNode("node_modules/kysely-codegen/dist/cli/bin.js", [
    "--dialect=postgres",
    `--url=${embedded.url}`,
    `--out-file=${fresh}`,
    "--include-pattern=public.*",
    "--exclude-pattern=kysely_*",
    "--date-parser=string",
    '--type-mapping={"int8":"number"}',
    "--log-level=error",
  ]);
  if (code !== 0) throw new Error("the types could not be generated");
  const text = await readFile(fresh, "utf8");
  if (!process.argv.includes("--check")) await writeFile(file, text);
  else if (withoutLayout(text) !== withoutLayout(await readFile(file, "utf8"))) {
    process.stderr.write(
      "server/database/schema.ts doesn't match the migrations: run node scripts/database-types.ts\n",
    );
    process.exitCode = 1;
  }
} finally {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Without characters that the formatter may change. */
function withoutLayout(text: string): string {
  return text.replace(/[\s;,()|]/g, "");
}
