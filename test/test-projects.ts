import { globSync, readFileSync } from "node:fs";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { codeFolders } from "../scripts/code-folders.ts";

/** The tests that use a database, run again on a server as an operator would bring. */
export const onOperatorServer = "on a server";

/**
 * Every test, with the embedded PostgreSQL; with `onEveryServer`, those of the server that open a database once more.
 * Both in one run: no core waits for the last file of the first before the second begins.
 */
export function testProjects(onEveryServer: boolean): TestProjectInlineConfiguration[] {
  const projectOf = (name: string, include: string[]): TestProjectInlineConfiguration => ({
    extends: true,
    test: { name, include, globalSetup: ["test/global-setup.ts"] },
  });
  const every = projectOf(
    "embedded",
    codeFolders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
  );
  return onEveryServer ? [every, projectOf(onOperatorServer, databaseTests())] : [every];
}

/**
 * These prove what happens before or beside the database: signals, proxies, headers, input that is refused, mail servers, pages
 * that are drawn, files that come from Meta.
 */
const besideTheDatabase =
  /\/(app|drain|fuzz|trusted-proxies|private-replies|mail|page-drawings|media)\.test\.ts$/;

/** The test files of the server that use a database, but for those that bring a server of their own. */
function databaseTests(): string[] {
  return globSync("server/**/*.test.ts").filter((file) => {
    if (besideTheDatabase.test(file)) return false;
    const text = readFileSync(file, "utf8");
    return /test\/(database|server|whatsapp)\.ts"/.test(text) && !text.includes("/pgvector-server.ts");
  });
}
