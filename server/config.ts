import { existsSync } from "node:fs";
import { z } from "zod";
import { defaultPoolSize } from "./database/database.ts";
import { StartError } from "./start-error.ts";
import { isProxyName } from "./trusted-proxies.ts";

const Address = z.url("is not an address such as https://example.org");

const Amount = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, "is not a number such as 2.5")
  .transform(Number);

/** 0 is no limit. */
const Count = z
  .string()
  .regex(/^\d{1,15}$/, "is not a whole number")
  .transform((digits) => (Number(digits) === 0 ? Infinity : Number(digits)));

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "is not a port number")
    .transform(Number)
    .pipe(z.int().max(65_535, "is not a port number"))
    .default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_URL: Address.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "is not an address such as postgres://user:password@host/database")
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "is not an address such as postgres://user:password@host/database")
    .optional(),
  DATABASE_POOL: z
    .string()
    .regex(/^\d{1,3}$/, "is not a number of connections from 2 to 500")
    .transform(Number)
    .pipe(z.int().min(2, "is less than 2 connections").max(500, "is more than 500 connections"))
    .default(defaultPoolSize),
  MIGRATE: z.enum(["yes", "no"], "must be yes or no").default("yes"),
  DRAIN_MS: z
    .string()
    .regex(/^\d{1,6}$/, "is not a number of milliseconds up to 300000")
    .transform(Number)
    .pipe(z.int().max(300_000, "is more than 300000 milliseconds"))
    .optional(),
  WORKER_PORT: z
    .string()
    .regex(/^\d{1,5}$/, "is not a port number")
    .transform(Number)
    .pipe(z.int().max(65_535, "is not a port number"))
    .optional(),
  SECRET_KEY: z.string().min(32, "needs at least 32 characters").optional(),
  SECRET_KEY_SECOND: z.string().min(32, "needs at least 32 characters").optional(),
  ROLE: z.enum(["all", "web", "worker"], "must be all, web or worker").default("all"),
  SIGN_UP: z.enum(["open", "invite"], "must be open or invite").default("open"),
  DATABASE_WAIT_SECONDS: Count.default(60),
  MAX_QUESTIONS_PER_MINUTE_PER_ORGANIZATION: Count.default(6_000),
  MAX_EVENT_LOOP_DELAY_MS: Count.default(3_000),
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
    .string()
    .regex(/^smtps?:\/\//, "is not an address such as smtps://user:password@mail.example.org:465")
    .optional(),
  MAIL_FROM: z.string().min(3).optional(),
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
  LLM_TIMEOUT_SECONDS: Amount.pipe(z.number().min(0.1).max(120, "is more than 120 seconds")).default(20),
  LLM_PRICE_INPUT: Amount.default(0),
  LLM_PRICE_OUTPUT: Amount.default(0),
  LLM_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "is not a currency code such as ZAR")
    .default("ZAR"),
  EMBEDDINGS_BASE_URL: Address.optional(),
  EMBEDDINGS_API_KEY: z.string().min(1).optional(),
  EMBEDDINGS_MODEL: z.string().min(1).max(200, "is longer than 200 characters").optional(),
  RERANK_BASE_URL: Address.optional(),
  RERANK_API_KEY: z.string().min(1).optional(),
  RERANK_MODEL: z.string().min(1).optional(),
});

/** A bucket and the key to it. */
export interface S3Config {
  /** Unset: Amazon's, by the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A provider of OpenID Connect, and this server's account with it. */
export interface OidcConfig {
  issuerUrl: string;
  clientId: string;
  clientSecret: string;
}

/** A server that speaks OpenAI's chat completions, and what it costs. */
export interface LlmConfig {
  baseUrl: string;
  /** Unset: a server of one's own that asks for none. */
  apiKey: string | undefined;
  model: string;
  timeoutMs: number;
  /** For a million tokens. */
  prices: { input: number; output: number; currency: string };
}

/** A server that speaks OpenAI's embeddings. */
export interface EmbeddingsConfig {
  /** Up to and with the version, such as https://api.openai.com/v1. */
  baseUrl: string;
  /** Unset: a server of one's own that asks for none. */
  apiKey: string | undefined;
  /** Passages are embedded anew when it is another. */
  model: string;
}

/** A cross-encoder behind the `/rerank` that TEI, Jina, Cohere and vLLM have in common. */
export interface RerankConfig {
  /** What stands before `/rerank`. */
  baseUrl: string;
  /** Unset: a server of one's own that asks for none. */
  apiKey: string | undefined;
  /** Unset: the one that the server runs. */
  model: string | undefined;
}

/** What the operator decides, parsed once from the environment. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  /** Unset: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** Past a pooler, for migrations, events and jobs; unset: `databaseUrl` leads there itself. */
  databaseDirectUrl: string | undefined;
  /** Connections that this process opens for requests and jobs at most. */
  databasePool: number;
  /** Whether a start brings the schema up to date; otherwise `npm run migrate` does. */
  migrate: boolean;
  /** How long it still answers once it was asked to stop, so that others are asked instead. */
  drainMs: number;
  /** Where a worker says how it is; unset: at 3001 where that is free. */
  workerPort: number | undefined;
  /** Unset: generated once into `dataDir`. */
  secretKey: string | undefined;
  /** Also read with, while one key takes the place of another. */
  secretKeySecond: string | undefined;
  role: "all" | "web" | "worker";
  signUp: "open" | "invite";
  /** Whether people who are signed in may make organizations. */
  newOrganizations: "open" | "closed";
  /** The proxies that requests come through, nearest first: addresses, networks, `loopback`; `none` for none. */
  trustProxy: string[];
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** How long a start waits for PostgreSQL. */
  databaseWaitMs: number;
  /** Of one organization, by all processes together; Infinity: no limit. */
  questionsPerMinute: number;
  /** How far the event loop may fall behind before requests are refused; Infinity: none is refused for it. */
  maxEventLoopDelayMs: number;
  /** What one organization may keep of documents, every version counted; Infinity: no limit. */
  quota: { maxFiles: number; maxBytes: number };
  whatsapp: {
    /** Meta's Graph API with its version, or a stand-in for it. */
    graphUrl: string;
    /** Of the Meta app that serves integrations without an app secret of their own. */
    appSecret: string | undefined;
    /** Of one file that a customer sends; a larger one is named and not fetched. Infinity: no limit. */
    maxFileBytes: number;
  };
  /** Unset: nothing is mailed, links are shown to be copied. */
  mail: { url: string; from: string } | undefined;
  /** Unset: files are kept in `dataDir`. */
  s3: S3Config | undefined;
  /** Unset: people sign in with a password. */
  oidc: OidcConfig | undefined;
  /** Unset: answers are quoted from the documents. */
  llm: LlmConfig | undefined;
  /** Unset: passages are found by their words. */
  embeddings: EmbeddingsConfig | undefined;
  /** Unset: passages stay in the order that they were found in. */
  rerank: RerankConfig | undefined;
}

/**
 * Environment → typed configuration. Empty variables count as unset. Throws StartError with one line
 * per bad variable.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(values);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new StartError(lines.join("\n"));
  }
  const env = parsed.data;
  if (env.ROLE !== "all" && env.DATABASE_URL === undefined) {
    throw new StartError(
      `ROLE=${env.ROLE} needs DATABASE_URL, because the embedded database serves one process only`,
    );
  }
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined)
    throw new StartError("DATABASE_URL is required when DATABASE_DIRECT_URL is set");
  return {
    port: env.PORT,
    host: env.HOST ?? (inContainer() ? "0.0.0.0" : "127.0.0.1"),
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ""),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databasePool: env.DATABASE_POOL,
    migrate: env.MIGRATE === "yes",
    // Whoever presses Ctrl-C waits for it; behind a proxy others need the time to notice.
    drainMs: env.DRAIN_MS ?? (process.stdin.isTTY ? 0 : 5_000),
    workerPort: env.WORKER_PORT,
    secretKey: env.SECRET_KEY,
    secretKeySecond: env.SECRET_KEY_SECOND,
    role: env.ROLE,
    signUp: env.SIGN_UP,
    // Where only the invited may join, whoever runs the server says who begins an organization.
    newOrganizations: env.NEW_ORGANIZATIONS ?? (env.SIGN_UP === "open" ? "open" : "closed"),
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    databaseWaitMs: env.DATABASE_WAIT_SECONDS * 1000,
    questionsPerMinute: env.MAX_QUESTIONS_PER_MINUTE_PER_ORGANIZATION,
    maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS,
    quota: { maxFiles: env.MAX_FILES_PER_ORGANIZATION, maxBytes: env.MAX_BYTES_PER_ORGANIZATION },
    whatsapp: {
      graphUrl: env.WHATSAPP_GRAPH_URL.replace(/\/$/, ""),
      appSecret: env.WHATSAPP_APP_SECRET,
      maxFileBytes: env.MAX_CUSTOMER_FILE_BYTES,
    },
    mail: readMailConfig(env),
    s3: readS3Config(env),
    oidc: readOidcConfig(env),
    llm: readLlmConfig(env),
    embeddings: readEmbeddingsConfig(env),
    rerank: readRerankConfig(env),
  };
}

function readMailConfig({ SMTP_URL: url, MAIL_FROM: from }: z.infer<typeof Environment>): Config["mail"] {
  if (url === undefined) return undefined;
  if (from === undefined) throw new StartError("MAIL_FROM is required when SMTP_URL is set");
  return { url, from };
}

/** All of it or nothing: half a configuration would put files where nobody looks for them. */
function readS3Config(env: z.infer<typeof Environment>): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const isWanted = Object.entries(env).some(([name, value]) => name.startsWith("S3_") && value !== undefined);
  if (!isWanted) return undefined;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    throw missingOf(env, "S3", ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]);
  }
  return {
    endpoint: env.S3_ENDPOINT?.replace(/\/$/, ""),
    region: env.S3_REGION ?? "us-east-1",
    bucket,
    accessKeyId,
    secretAccessKey,
  };
}

/** A line for each variable that is missing of those that a family needs. */
function missingOf(
  env: z.infer<typeof Environment>,
  family: string,
  needed: (keyof typeof env)[],
): StartError {
  const missing = needed.filter((name) => env[name] === undefined);
  return new StartError(
    missing.map((name) => `${name} is required when other ${family} variables are set`).join("\n"),
  );
}

function readOidcConfig(env: z.infer<typeof Environment>): OidcConfig | undefined {
  const { OIDC_ISSUER_URL: issuerUrl, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuerUrl === undefined && clientId === undefined && clientSecret === undefined) return undefined;
  if (issuerUrl === undefined || clientId === undefined || clientSecret === undefined) {
    throw missingOf(env, "OIDC", ["OIDC_ISSUER_URL", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"]);
  }
  return { issuerUrl, clientId, clientSecret };
}

function readLlmConfig(env: z.infer<typeof Environment>): LlmConfig | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey } = env;
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return undefined;
  if (baseUrl === undefined)
    throw new StartError("LLM_BASE_URL is required when other LLM variables are set");
  if (model === undefined) throw new StartError("LLM_MODEL is required when LLM_BASE_URL is set");
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    apiKey,
    model,
    timeoutMs: env.LLM_TIMEOUT_SECONDS * 1000,
    prices: { input: env.LLM_PRICE_INPUT, output: env.LLM_PRICE_OUTPUT, currency: env.LLM_CURRENCY },
  };
}

function readEmbeddingsConfig(env: z.infer<typeof Environment>): EmbeddingsConfig | undefined {
  const { EMBEDDINGS_BASE_URL: baseUrl, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = env;
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return undefined;
  if (baseUrl === undefined) {
    throw new StartError("EMBEDDINGS_BASE_URL is required when other EMBEDDINGS variables are set");
  }
  if (model === undefined)
    throw new StartError("EMBEDDINGS_MODEL is required when EMBEDDINGS_BASE_URL is set");
  return { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, model };
}

function readRerankConfig(env: z.infer<typeof Environment>): RerankConfig | undefined {
  const { RERANK_BASE_URL: baseUrl, RERANK_API_KEY: apiKey, RERANK_MODEL: model } = env;
  if (baseUrl === undefined && apiKey === undefined && model === undefined) return undefined;
  if (baseUrl === undefined) {
    throw new StartError("RERANK_BASE_URL is required when other RERANK variables are set");
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, model };
}

/** There the port is published by whoever runs the container, and loopback would reach nobody. */
const inContainer = (): boolean => existsSync("/.dockerenv") || existsSync("/run/.containerenv");
