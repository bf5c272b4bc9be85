import { globSync, readFileSync } from "node:fs";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { codeFolders } from "../scripts/code-folders.ts";

/** The project that runs tests with a database again, on a PostgreSQL server as an operator would use. */
export const onOperatorServer = "on a server";

/**
 * Every test with the embedded PostgreSQL and, with `onEveryServer`, the server's tests with a database on a second
 * server. Both are in one run, so that no core idles between them.
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
 * Tests that don't depend on the database server: of signals, crashes, proxies, headers, permissions, invalid input,
 * metrics, mail servers, model servers, page images and files from Meta.
 */
const besideTheDatabase =
  /\/(?:app|access|drain|start-waits|crash|embed\/restart|fuzz|metrics-and-log|trusted-proxies|private-replies|mail|page-drawings|media|generated\/[a-z-]+|reranked-answers)\.test\.ts$/;

/** The server's test files that use a database, except those that start a database server of their own. */
function databaseTests(): string[] {
  return globSync("server/**/*.test.ts").filter((file) => {
    if (besideTheDatabase.test(file)) return false;
    const text = readFileSync(file, "utf8");
    return /test\/(database|server|whatsapp)\.ts"/.test(text) && !text.includes("/pgvector-server.ts");
  });
}
