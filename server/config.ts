import { z } from "zod";

const Address = z.url("is not an address such as https://example.org");
const Optional = z.string().min(1).optional();

const Environment = z.object({
  PORT: z.coerce.number("is not a port number").int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: Address.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "is not an address such as postgres://user:password@host/database")
    .optional(),
  SECRET_KEY: z.string().min(32, "needs at least 32 characters").optional(),
  ROLE: z.enum(["all", "web", "worker"], "is none of all, web, worker").default("all"),
  SIGN_UP: z.enum(["open", "invite"], "is neither open nor invite").default("open"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  LLM_BASE_URL: Address.optional(),
  LLM_API_KEY: Optional,
  LLM_MODEL: Optional,
  EMBEDDINGS_BASE_URL: Address.optional(),
  EMBEDDINGS_API_KEY: Optional,
  EMBEDDINGS_MODEL: Optional,
  S3_ENDPOINT: Address.optional(),
  S3_REGION: Optional,
  S3_BUCKET: Optional,
  S3_ACCESS_KEY_ID: Optional,
  S3_SECRET_ACCESS_KEY: Optional,
  OIDC_ISSUER_URL: Address.optional(),
  OIDC_CLIENT_ID: Optional,
  OIDC_CLIENT_SECRET: Optional,
  WHATSAPP_GRAPH_URL: Address.optional(),
  WHATSAPP_APP_SECRET: Optional,
  SMTP_URL: Address.optional(),
  MAIL_FROM: Optional,
});

/** What the operator decides, parsed once from the environment. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  /** Unset: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** Unset: generated once into `dataDir`. */
  secretKey: string | undefined;
  role: "all" | "web" | "worker";
  signUp: "open" | "invite";
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
}

/** One line per bad variable; shown as it is, without a stack trace. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Environment → typed configuration. Empty variables count as unset. Throws ConfigError. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new ConfigError(lines.join("\n"));
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ""),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    secretKey: env.SECRET_KEY,
    role: env.ROLE,
    signUp: env.SIGN_UP,
    logLevel: env.LOG_LEVEL,
  };
}
