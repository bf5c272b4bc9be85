import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { migrate } from "../server/database/migrate.ts";
import { administer, databaseUrl } from "./database-server.ts";
import { startOperatorServer } from "./operator-server.ts";
import { onOperatorServer } from "./test-projects.ts";

declare module "vitest" {
  interface ProvidedContext {
    serverUrl: string;
    /** A migrated database that the database of every test file is copied from. */
    templateUrl: string;
  }
}

/** Starts one PostgreSQL for all files of a project: a temporary embedded one, or a server as an operator would use. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await (project.name === onOperatorServer ? startOperatorServer() : startEmbedded());
  const name = `sizana_template_${process.pid}`;
  await administer(server.url, `create database ${name}`);
  const templateUrl = databaseUrl(server.url, name);
  await migrate(templateUrl);
  project.provide("serverUrl", server.url);
  project.provide("templateUrl", templateUrl);
  return () => server.stop();
}

async function startEmbedded(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "sizana-test-"));
  // For root the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres(folder, { durable: false });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
