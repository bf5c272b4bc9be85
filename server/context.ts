import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";
import { singleSignOnCallback } from "../contract/identity.ts";
import { openSecretBox, type SecretBox } from "./auth/secret-box.ts";
import type { OidcProvider } from "./clients/oidc.ts";
import { openDiskStorage } from "./clients/storage-disk.ts";
import type { Storage } from "./clients/storage.ts";
import type { Config } from "./config.ts";
import { databaseOn, openPool, type Database } from "./database/database.ts";
import { openEvents, type Events } from "./events.ts";
import { openJobs, type Jobs } from "./jobs.ts";
import { openMail, type Mail } from "./mail.ts";
import { openGuidance, type Guidance } from "./answering/guidance/guidance.ts";
import { openAssistant, type Assistant } from "./conversations/answer-turn.ts";
import { openFirstExchanges, type FirstExchanges } from "./conversations/first-exchanges.ts";
import { openQuestionLimit } from "./conversations/question-limit.ts";
import { openQuestionQueue, type QuestionQueue } from "./conversations/question-queue.ts";
import { openTurns, type Turns } from "./conversations/turns.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { addGauges } from "./process-gauges.ts";
import { openWordRetrieval, type Retrieve } from "./retrieval/retrieve.ts";
import type { PassageVectors } from "./ingestion/embed/passage-vectors.ts";
import type { ModelAnswers } from "./answering/generated/model-answers.ts";
import { createExtractor, type Extractor } from "./ingestion/prepare/extractor.ts";
import { loadSecretKeys, type SecretKeys } from "./secret-key.ts";

/** The dependencies of features and jobs. Built once per process; caches of pure computations live in their modules. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
  jobs: Jobs;
  mail: Mail;
  storage: Storage;
  events: Events;
  /** Reads documents and draws their pages, in child processes that it starts when there is work. */
  extractor: Extractor;
  metrics: Metrics;
  /** Organizations' curated answers, topics that are switched off, and greetings. */
  guidance: Guidance;
  retrieve: Retrieve;
  /** As `retrieve`, by words alone even where embeddings are configured, so that it waits for no other server. */
  retrieveByWords: Retrieve;
  /** Searches passages by embeddings; undefined where none are configured. */
  vectors: PassageVectors | undefined;
  /** Lets organizations take turns with their questions. */
  questions: QuestionQueue;
  /** Lets the messages of a conversation take turns. */
  turns: Turns;
  /** Saves new conversations together with the answer to their first question. */
  firstExchanges: FirstExchanges;
  /** Answers messages from the documents, as the organization wants them answered. */
  assistant: Assistant;
  /** Generates answers with a language model; undefined where none is configured. */
  modelAnswers: ModelAnswers | undefined;
  /** Single sign-on; undefined where no provider is configured. */
  oidc: OidcProvider | undefined;
  /** 32 bytes each; the first signs links. */
  secretKeys: SecretKeys;
  secrets: SecretBox;
  /** Aborted when the process is asked to stop: it still answers, but reports that it is not ready. */
  stopping: AbortSignal;
  /** Aborted when the context is closed, so that repeated tasks end and hold no reference to it. */
  closed: AbortSignal;
}

export interface OpenContext extends Context {
  /** Lets running jobs finish for at most `jobsTimeoutMs`, then closes every connection. */
  close(jobsTimeoutMs: number): Promise<void>;
}

/** Opens everything on the migrated database at `databaseUrl`; starts its own extractor unless one is given. */
export async function openContext(
  config: Config,
  databaseUrl: string,
  log: Logger,
  given: { stopping?: AbortSignal; extractor?: Extractor } = {},
): Promise<OpenContext> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o755 });
  const secretKeys = await loadSecretKeys(config, config.dataDir);
  const secrets = openSecretBox(secretKeys);
  const storage = await openStorage(config);
  const metrics = createMetrics();
  const pool = openPool(databaseUrl, { max: config.databasePool, waitMs: config.databasePoolWaitMs });
  const db = databaseOn(pool);
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  const jobs = await openJobs(directUrl, log, { supervise: config.role !== "web", metrics, db });
  const events = await openEvents(directUrl, log);
  const extractor = given.extractor ?? createExtractor({ folder: path.join(config.dataDir, "reading") });
  const mail = openMail(config, jobs, secrets, secretKeys);
  addGauges(metrics, { db, pool, jobs, extractor });
  const vectors = await openVectors(config, { db, events, jobs, log });
  const guidance = openGuidance(events);
  const retrieveByWords = openWordRetrieval();
  const retrieve = await openRetrieval(config, { log, metrics, vectors, retrieveByWords });
  const modelAnswers = await openModel(config, { db, events, mail, log, guidance });
  const closed = new AbortController();
  return {
    config,
    log,
    db,
    jobs,
    mail,
    storage,
    events,
    extractor,
    metrics,
    guidance,
    retrieve,
    retrieveByWords,
    vectors,
    questions: openQuestionQueue(openQuestionLimit(db, config.questionsPerMinute), {
      // Leaves two connections for everything else.
      slots: Math.max(2, config.databasePool - 2),
    }),
    turns: openTurns(db),
    firstExchanges: openFirstExchanges(events),
    assistant: openAssistant({ db, guidance, retrieve, retrieveByWords, modelAnswers }),
    modelAnswers,
    oidc: await openOidc(config),
    secretKeys,
    secrets,
    stopping: given.stopping ?? new AbortController().signal,
    closed: closed.signal,
    async close(jobsTimeoutMs) {
      closed.abort();
      await jobs.stop(jobsTimeoutMs);
      await extractor.close();
      await events.close();
      await db.destroy();
    },
  };
}

/** Opens the configured bucket, else a folder on disk. The S3 client is loaded only when it is needed. */
export async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  if (s3 === undefined) return openDiskStorage(path.join(dataDir, "files"));
  const { openS3Storage } = await import("./clients/storage-s3.ts");
  return openS3Storage(s3, path.join(dataDir, "scratch"));
}

/** Loaded only where it is configured. */
async function openOidc({ oidc, publicUrl }: Config): Promise<OidcProvider | undefined> {
  if (oidc === undefined) return undefined;
  const { openOidcProvider } = await import("./clients/oidc.ts");
  return openOidcProvider(oidc, `${publicUrl}${singleSignOnCallback}`);
}

/** Loaded only where it is configured. */
async function openModel(
  { llm, publicUrl }: Config,
  tools: Pick<Context, "db" | "events" | "mail" | "log" | "guidance">,
): Promise<ModelAnswers | undefined> {
  if (llm === undefined) return undefined;
  const { openLanguageModel } = await import("./clients/language-model.ts");
  const { openModelAnswers } = await import("./answering/generated/model-answers.ts");
  const { openBudgetReservations } = await import("./answering/budget/budget-reservations.ts");
  const { prices, timeoutMs: maxAnswerMs } = llm;
  const budget = openBudgetReservations({ ...tools, prices, publicUrl, maxAnswerMs });
  const { calibrateModel } = await import("./answering/calibration/calibrated-model.ts");
  const answers = openModelAnswers({ model: openLanguageModel(llm), budget, log: tools.log });
  return calibrateModel(answers, llm.model, tools);
}

/** Loaded only where it is configured. */
async function openVectors({ embeddings }: Config, tools: Pick<Context, "db" | "events" | "jobs" | "log">) {
  if (embeddings === undefined) return undefined;
  const { openPassageVectors } = await import("./ingestion/embed/passage-vectors.ts");
  return openPassageVectors(embeddings, tools);
}

/** Retrieval by words, joined by embeddings and a reranker where they are configured. */
async function openRetrieval(
  { rerank }: Config,
  tools: Pick<Context, "log" | "metrics" | "vectors" | "retrieveByWords">,
): Promise<Retrieve> {
  if (rerank === undefined && tools.vectors === undefined) return tools.retrieveByWords;
  const { openReranker } = await import("./clients/rerank.ts");
  const { openHybridRetrieval } = await import("./retrieval/hybrid/hybrid-retrieval.ts");
  const reranker = rerank === undefined ? undefined : openReranker(rerank);
  return openHybridRetrieval({ ...tools, reranker });
}
