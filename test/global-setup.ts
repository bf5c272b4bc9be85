import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { migrate } from "../server/database/migrate.ts";
import { administer, databaseUrl } from "./database-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    serverUrl: string;
    /** A migrated database that the database of every test file is copied from. */
    templateUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run: the one at TEST_DATABASE_URL (a role that may create databases
 * and roles), else an embedded one that is thrown away.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const externalUrl = process.env["TEST_DATABASE_URL"];
  const folder = await mkdtemp(path.join(tmpdir(), "sizana-test-"));
  // As root the database runs as another user, who has to get through.
  await chmod(folder, 0o711);
  const embedded = externalUrl === undefined ? await startEmbeddedPostgres(folder, { durable: false }) : null;
  const serverUrl = externalUrl ?? embedded?.url ?? "";
  const name = `sizana_template_${process.pid}`;
  await administer(serverUrl, `create database ${name}`);
  const templateUrl = databaseUrl(serverUrl, name);
  await migrate(templateUrl);
  project.provide("serverUrl", serverUrl);
  project.provide("templateUrl", templateUrl);
  return async () => {
    await administer(serverUrl, `drop database if exists ${name} with (force)`);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
