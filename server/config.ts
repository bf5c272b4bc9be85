import { existsSync } from "node:fs";
import { z } from "zod";
import { defaultPoolSize } from "./database/database.ts";
import { StartError } from "./start-error.ts";
import { isProxyName } from "./trusted-proxies.ts";

const Address = z.url({
  protocol: /^https?$/,
  hostname: /./,
  error: "is not an address such as https://example.org",
});

const numeric = (pattern: RegExp, message: string) => z.string().regex(pattern, message).transform(Number);

const Amount = numeric(/^\d{1,6}(\.\d{1,6})?$/, "is not a number such as 2.5");

const secondsFrom = (min: number, max: number) =>
  Amount.refine(
    (seconds) => seconds >= min && seconds <= max,
    `is not a number of seconds from ${min} to ${max}`,
  );

/** How long a question waits for an optional model server. */
const QuestionTimeout = secondsFrom(0.1, 30);

/** 0 means no limit. */
const Count = numeric(/^\d{1,15}$/, "is not a whole number").transform((count) => count || Infinity);

const Port = numeric(/^\d{1,5}$/, "is not a port number").pipe(z.int().max(65_535, "is not a port number"));

const PostgresAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "is not an address such as postgres://user:password@host/database");

const Environment = z.object({
  PORT: Port.default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_URL: Address.refine((url) => !/[?#@]/.test(url), "must not contain ?, # or @").optional(),
  DATA_DIR: z.string().regex(/\S/, "is not a folder").default("./data"),
  DATABASE_URL: PostgresAddress.optional(),
  DATABASE_DIRECT_URL: PostgresAddress.optional(),
  DATABASE_POOL: numeric(/^\d{1,3}$/, "is not a number of connections from 2 to 500")
    .pipe(z.int().min(2, "is less than 2 connections").max(500, "is more than 500 connections"))
    .default(defaultPoolSize),
  MIGRATE: z.enum(["yes", "no"], "must be yes or no").default("yes"),
  DRAIN_MS: numeric(/^\d{1,6}$/, "is not a number of milliseconds up to 300000")
    .pipe(z.int().max(300_000, "is more than 300000 milliseconds"))
    .optional(),
  WORKER_PORT: Port.optional(),
  SECRET_KEY: z.string().min(32, "needs at least 32 characters").optional(),
  SECRET_KEY_SECOND: z.string().min(32, "needs at least 32 characters").optional(),
  ROLE: z.enum(["all", "web", "worker"], "must be all, web or worker").default("all"),
  SIGN_UP: z.enum(["open", "invite"], "must be open or invite").default("open"),
  DATABASE_WAIT_SECONDS: Count.default(60),
  DATABASE_POOL_WAIT_SECONDS: secondsFrom(1, 600).default(10),
  MAX_QUESTIONS_PER_MINUTE_PER_ORGANIZATION: Count.default(6_000),
  MAX_EMAILS_PER_DAY_PER_ORGANIZATION: Count.default(500),
  MAX_EVENT_LOOP_DELAY_MS: Count.refine((ms) => ms >= 100, "is less than 100 milliseconds").default(3_000),
  NEW_ORGANIZATIONS: z.enum(["open", "closed"], "must be open or closed").optional(),
  MAX_FILES_PER_ORGANIZATION: Count.default(100_000),
  MAX_BYTES_PER_ORGANIZATION: Count.default(20 * 1024 ** 3),
  TRUST_PROXY: z
    .string()
    .default("loopback")
    .transform((names) => names.split(",").map((name) => name.trim()))
    .refine(
      (names) => names.every(isProxyName),
      "must list proxies (addresses such as 10.0.0.5 or 10.0.0.0/8), loopback or none",
    ),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], "must be debug, info, warn, error or silent")
    .default("info"),
  WHATSAPP_GRAPH_URL: Address.default("https://graph.facebook.com/v26.0"),
  WHATSAPP_APP_SECRET: z.string().min(1).optional(),
  MAX_CUSTOMER_FILE_BYTES: Count.default(50 * 1024 ** 2),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: "is not an address such as smtps://user:password@mail.example.org:465",
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "is not a sender such as Acme <help@example.org>",
    )
    .optional(),
  S3_ENDPOINT: Address.optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  OIDC_ISSUER_URL: Address.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  LLM_BASE_URL: Address.optional(),
  LLM_API_KEY: z.string().min(1).optional(),
  LLM_MODEL: z.string().min(1).optional(),
  LLM_TIMEOUT_SECONDS: secondsFrom(0.1, 120).default(20),
  LLM_PRICE_INPUT: Amount.default(0),
  LLM_PRICE_OUTPUT: Amount.default(0),
  LLM_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "is not a currency code such as ZAR")
    .default("ZAR"),
  EMBEDDINGS_BASE_URL: Address.optional(),
  EMBEDDINGS_API_KEY: z.string().min(1).optional(),
  EMBEDDINGS_MODEL: z.string().min(1).max(200, "is longer than 200 characters").optional(),
  EMBEDDINGS_TIMEOUT_SECONDS: QuestionTimeout.default(0.8),
  RERANK_BASE_URL: Address.optional(),
  RERANK_API_KEY: z.string().min(1).optional(),
  RERANK_MODEL: z.string().min(1).optional(),
  RERANK_TIMEOUT_SECONDS: QuestionTimeout.default(1),
});

type Environment = z.infer<typeof Environment>;

/** The operator's settings, parsed once from the environment. */
export type Config = ReturnType<typeof toConfig>;

export type S3Config = NonNullable<Config["s3"]>;

/** A provider of OpenID Connect, and this server's account with it. */
export type OidcConfig = NonNullable<Config["oidc"]>;

/** A server that speaks OpenAI's chat completions, and what it costs. */
export type LlmConfig = NonNullable<Config["llm"]>;

/** A server that speaks OpenAI's embeddings. */
export type EmbeddingsConfig = NonNullable<Config["embeddings"]>;

/** A cross-encoder behind the `/rerank` that TEI, Jina, Cohere and vLLM have in common. */
export type RerankConfig = NonNullable<Config["rerank"]>;

/** Environment → typed configuration. Empty variables count as unset. Throws StartError, one line per bad variable. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(values);
  const lines = parsed.error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) ?? [];
  const oneLine = Object.keys(Environment.omit({ SECRET_KEY: true, SECRET_KEY_SECOND: true }).shape);
  // From a file, for example. It would end up in a header or a path.
  const broken = oneLine.filter((name) => /[\r\n]/.test(values[name] ?? ""));
  lines.push(...broken.map((name) => `${name} contains a line break`));
  if (!parsed.success || lines.length > 0) throw new StartError(lines.join("\n"));
  const env = parsed.data;
  if (env.ROLE !== "all" && env.DATABASE_URL === undefined) {
    throw new StartError(
      `ROLE=${env.ROLE} needs DATABASE_URL, because the embedded database serves one process only`,
    );
  }
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined)
    throw new StartError("DATABASE_URL is required when DATABASE_DIRECT_URL is set");
  return toConfig(env);
}

function toConfig(env: Environment) {
  return {
    port: env.PORT,
    host: env.HOST ?? (inContainer() ? "0.0.0.0" : "127.0.0.1"),
    publicUrl: withoutSlash(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`),
    dataDir: env.DATA_DIR,
    /** Unset: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: env.DATABASE_URL,
    /** Without a connection pooler, for migrations, events and jobs; unset: `databaseUrl` has no pooler. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    /** At most this many connections for requests and jobs of this process. */
    databasePool: env.DATABASE_POOL,
    databasePoolWaitMs: env.DATABASE_POOL_WAIT_SECONDS * 1000,
    /** Whether a start runs migrations; otherwise `npm run migrate` does. */
    migrate: env.MIGRATE === "yes",
    /** How long the process still answers after a stop signal, so that a proxy can switch; at a terminal not at all. */
    drainMs: env.DRAIN_MS ?? (process.stdin.isTTY ? 0 : 5_000),
    /** The port of a worker's health checks; unset: 3001 if that is free. */
    workerPort: env.WORKER_PORT,
    /** Unset: generated once into `dataDir`. */
    secretKey: env.SECRET_KEY,
    /** A second key that decrypts and verifies while SECRET_KEY is being changed. */
    secretKeySecond: env.SECRET_KEY_SECOND,
    role: env.ROLE,
    signUp: env.SIGN_UP,
    /** Whether every user may create organizations. With sign-up by invitation only, the operator decides who does. */
    newOrganizations: env.NEW_ORGANIZATIONS ?? (env.SIGN_UP === "open" ? "open" : "closed"),
    /** The proxies in front of the server, nearest first: addresses, networks, `loopback`, or `none`. */
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    /** How long a start waits for PostgreSQL. */
    databaseWaitMs: env.DATABASE_WAIT_SECONDS * 1000,
    /** Per organization, over all processes; Infinity: no limit. */
    questionsPerMinute: env.MAX_QUESTIONS_PER_MINUTE_PER_ORGANIZATION,
    /** Per organization, to customers and invited people; Infinity: no limit. */
    emailsPerDay: env.MAX_EMAILS_PER_DAY_PER_ORGANIZATION,
    /** How far the event loop may lag before requests are refused; Infinity: no limit. */
    maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS,
    /** How much one organization may store, counting every version of its documents; Infinity: no limit. */
    quota: { maxFiles: env.MAX_FILES_PER_ORGANIZATION, maxBytes: env.MAX_BYTES_PER_ORGANIZATION },
    whatsapp: {
      /** Meta's Graph API with its version, or a stand-in for it. */
      graphUrl: withoutSlash(env.WHATSAPP_GRAPH_URL),
      /** The Meta app's secret for integrations without one of their own. */
      appSecret: env.WHATSAPP_APP_SECRET,
      /** Of larger files from customers only the name is shown; they are not fetched. Infinity: no limit. */
      maxFileBytes: env.MAX_CUSTOMER_FILE_BYTES,
    },
    /** Unset: nothing is emailed, and links are shown for copying. */
    mail: readMailConfig(env),
    /** Unset: files are stored in `dataDir`. */
    s3: readS3Config(env),
    /** Unset: people sign in with a password. */
    oidc: readOidcConfig(env),
    /** Unset: answers are quoted from the documents. */
    llm: readLlmConfig(env),
    /** Unset: passages are found by their words. */
    embeddings: readEmbeddingsConfig(env),
    /** Unset: passages are not reranked. */
    rerank: readRerankConfig(env),
  };
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, "");

/** Variables that only work together; undefined if none is set. Throws StartError, one line per missing one. */
function readFamily<Needed extends keyof Environment>(
  env: Environment,
  family: string,
  needed: readonly Needed[],
  optional: readonly (keyof Environment)[] = [],
): { [Name in Needed]: NonNullable<Environment[Name]> } | undefined {
  if ([...needed, ...optional].every((name) => env[name] === undefined)) return undefined;
  const missing = needed.filter((name) => env[name] === undefined);
  if (missing.length > 0) {
    const lines = missing.map((name) => `${name} is required when other ${family} variables are set`);
    throw new StartError(lines.join("\n"));
  }
  return env as { [Name in Needed]: NonNullable<Environment[Name]> };
}

function readMailConfig({ SMTP_URL: url, MAIL_FROM: from }: Environment) {
  if (url === undefined) return undefined;
  if (from === undefined) throw new StartError("MAIL_FROM is required when SMTP_URL is set");
  return { url, from };
}

/** All or nothing: with half a configuration, files would silently go to the wrong place. */
function readS3Config(env: Environment) {
  const needed = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const s3 = readFamily(env, "S3", needed, ["S3_ENDPOINT", "S3_REGION"]);
  if (s3 === undefined) return undefined;
  return {
    /** Unset: Amazon's endpoint of the region. */
    endpoint: env.S3_ENDPOINT === undefined ? undefined : withoutSlash(env.S3_ENDPOINT),
    region: env.S3_REGION ?? "us-east-1",
    bucket: s3.S3_BUCKET,
    accessKeyId: s3.S3_ACCESS_KEY_ID,
    secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
  };
}

function readOidcConfig(env: Environment) {
  const oidc = readFamily(env, "OIDC", ["OIDC_ISSUER_URL", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"]);
  if (oidc === undefined) return undefined;
  return {
    issuerUrl: oidc.OIDC_ISSUER_URL,
    clientId: oidc.OIDC_CLIENT_ID,
    clientSecret: oidc.OIDC_CLIENT_SECRET,
  };
}

function readLlmConfig(env: Environment) {
  const llm = readFamily(env, "LLM", ["LLM_BASE_URL", "LLM_MODEL"], ["LLM_API_KEY"]);
  if (llm === undefined) return undefined;
  const { LLM_PRICE_INPUT: input, LLM_PRICE_OUTPUT: output, LLM_CURRENCY: currency } = env;
  return {
    ...serverOf(env, "LLM"),
    model: llm.LLM_MODEL,
    /** Per million tokens. */
    prices: { input, output, currency },
  };
}

function readEmbeddingsConfig(env: Environment) {
  const needed = ["EMBEDDINGS_BASE_URL", "EMBEDDINGS_MODEL"] as const;
  const embeddings = readFamily(env, "EMBEDDINGS", needed, ["EMBEDDINGS_API_KEY"]);
  // When the model changes, all passages are embedded again.
  return embeddings && { ...serverOf(env, "EMBEDDINGS"), model: embeddings.EMBEDDINGS_MODEL };
}

function readRerankConfig(env: Environment) {
  const rerank = readFamily(env, "RERANK", ["RERANK_BASE_URL"], ["RERANK_API_KEY", "RERANK_MODEL"]);
  // Without RERANK_MODEL, the server uses its only model.
  return rerank && { ...serverOf(env, "RERANK"), model: env.RERANK_MODEL };
}

const serverOf = (env: Environment, family: "LLM" | "EMBEDDINGS" | "RERANK") => ({
  /** With the version, such as https://api.openai.com/v1; for a reranker without `/rerank`. */
  baseUrl: withoutSlash(env[`${family}_BASE_URL`] ?? ""),
  /** Unset: the server needs none. */
  apiKey: env[`${family}_API_KEY`],
  /** For embeddings: of a question; documents have a longer timeout of their own. */
  timeoutMs: env[`${family}_TIMEOUT_SECONDS`] * 1000,
});

/** In a container the server listens on every interface, since a published port cannot reach loopback. */
const inContainer = (): boolean => existsSync("/.dockerenv") || existsSync("/run/.containerenv");
