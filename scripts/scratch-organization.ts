/** An organization in a temporary database and folder, for commands and evaluations. */
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Audience } from "../contract/common.ts";
import { documentErrorMessage, type DocumentErrorCode } from "../contract/errors.ts";
import { readConfig, type Config } from "../server/config.ts";
import { openContext, type Context } from "../server/context.ts";
import { withTenant } from "../server/database/database.ts";
import { inUnitOfWork } from "../server/database/unit-of-work.ts";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { migrate } from "../server/database/migrate.ts";
import { createLog } from "../server/log.ts";
import { understandQuery } from "../server/language/understand-query.ts";
import type { Answer } from "../server/answering/answer.ts";
import { answerQuery } from "../server/answering/extractive/answer-from-documents.ts";
import type { EarlierMessage } from "../server/language/follow-up.ts";
import { detectType } from "../document-reader/detect-type.ts";
import { addVersion, receiveFile } from "../server/ingestion/upload/receive-upload.ts";
import { startWorker } from "../server/worker.ts";

export interface ScratchOrganization {
  organizationId: string;
  context: Context;
  /** Uploads a file. Throws an Error for people if it is not a document. */
  add(file: string, audience: Audience): Promise<void>;
  /** Waits until every file has been read. Returns error messages for those that could not be. */
  read(): Promise<string[]>;
  ask(
    audience: Audience,
    question: string,
    history?: EarlierMessage[],
  ): Promise<Answer & { latencyMs: number }>;
}

/** Runs `work` with a new organization on a real database, queue and worker. */
export async function withScratchOrganization<T>(
  work: (organization: ScratchOrganization) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sizana-scratch-"));
  const database = await startEmbeddedPostgres(dataDir, { durable: false });
  try {
    await migrate(database.url);
    const context = await openContext(scratchConfig(dataDir), database.url, createLog("silent"));
    try {
      await startWorker(context);
      const organization = context.db.insertInto("organizations").values({ name: "Scratch" }).returning("id");
      const { id } = await organization.executeTakeFirstOrThrow();
      return await work(scratch(context, id));
    } finally {
      await context.close(1_000);
    }
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Takes only the models from the operator's configuration, so that files, jobs and mail stay untouched. */
function scratchConfig(dataDir: string): Config {
  const { llm, embeddings, rerank } = readConfig();
  return { ...readConfig({}), llm, embeddings, rerank, dataDir };
}

function scratch(context: Context, organizationId: string): ScratchOrganization {
  return {
    organizationId,
    context,
    async add(file, audience) {
      const fileType = detectType(await readFile(file));
      if (fileType === null) throw new Error(`${file}: ${documentErrorMessage.wrong_type}`);
      const received = await receiveFile(context, { organizationId, source: createReadStream(file) });
      const name = path.basename(file);
      const version = { organizationId, audience, name, fileType, uploaderId: null, file: received };
      await addVersion(context, version, async () => undefined);
    },
    async read() {
      await allRead(context, organizationId);
      return errorsOf(context, organizationId);
    },
    async ask(audience, question, history = []) {
      const startedAt = performance.now();
      const answer = await inUnitOfWork(context.db, organizationId, async (work) => {
        const query = understandQuery(question, history);
        const request = { organizationId, audience, query };
        return (await answerQuery(work, request, context.retrieveByWords)).answer;
      });
      return { ...answer, latencyMs: performance.now() - startedAt };
    },
  };
}

function versions(context: Context, organizationId: string, status: string) {
  return withTenant(context.db, organizationId, (trx) =>
    trx
      .selectFrom("documents")
      .innerJoin("document_versions", "document_versions.document_id", "documents.id")
      .select(["documents.name", "document_versions.error_code"])
      .where("documents.organization_id", "=", organizationId)
      .where("document_versions.status", "=", status)
      .execute(),
  );
}

function allRead(context: Context, organizationId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      versions(context, organizationId, "processing").then((left) => {
        if (left.length > 0) return;
        unsubscribe();
        resolve();
      }, reject);
    };
    const unsubscribe = context.events.subscribe(organizationId, check);
    check();
  });
}

async function errorsOf(context: Context, organizationId: string): Promise<string[]> {
  const failed = await versions(context, organizationId, "error");
  return failed.map(
    ({ name, error_code: code }) => `${name}: ${documentErrorMessage[code as DocumentErrorCode]}`,
  );
}
