import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorReply } from "../contract/errors.ts";

/** An error for the caller: an HTTP status, a stable code, and a sentence for people. */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  /** When to try again, sent as Retry-After. */
  retryAfterSeconds: number | null = null;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.name = "AppError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Also thrown for things of another organization, so that their existence is not disclosed. */
export const notFound = (what: string): AppError =>
  new AppError(404, "not_found", `This ${what} doesn't exist, or you don't have access to it.`);

export const unauthorized = (): AppError => new AppError(401, "unauthorized", "Sign in to continue.");

export const wrongCredentials = (): AppError =>
  new AppError(401, "wrong_credentials", "Incorrect email or password.");

/** The same for unknown, revoked and expired keys. */
export const invalidApiKey = (): AppError =>
  new AppError(401, "invalid_api_key", "Send a valid API key in the Authorization header: Bearer siz_….");

export const forbidden = (message = "Your role doesn't allow this. Ask an owner or admin."): AppError =>
  denied("forbidden", message);

/** As `forbidden`, for other reasons than the role. */
export const denied = (code: string, message: string): AppError => new AppError(403, code, message);

/** The organization requires a second factor, and the session was started without one. */
export const secondFactorRequired = (): AppError =>
  denied(
    "second_factor_required",
    "This organization requires two-step verification. Set it up under Settings, Profile, or use single sign-on.",
  );

export const badRequest = (code: string, message: string): AppError => new AppError(400, code, message);

export const conflict = (code: string, message: string): AppError => new AppError(409, code, message);

/** The Idempotency-Key was used before, for a different request. */
export const idempotencyKeyReused = (what: string): AppError =>
  new AppError(
    422,
    "idempotency_key_reused",
    `This Idempotency-Key was already used for another ${what}. Use a new one for each ${what}.`,
  );

export const tooManyRequests = (retryAfterSeconds: number): AppError => {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = retryAfterSeconds < 60 ? "a moment" : minutes === 1 ? "a minute" : `${minutes} minutes`;
  const error = new AppError(429, "too_many_requests", `Too many attempts. Wait ${wait} and try again.`);
  error.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return error;
};

/** The one place where errors become replies. Unexpected errors disclose nothing. */
export function replyWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = toReply(error);
  // Shedding load is not a fault, and each request has its line in the log anyway.
  const isRefused = error instanceof AppError && error.code === "overloaded";
  if (status >= 500 && !isRefused) request.log.error({ err: describeError(error) }, "request failed");
  if (error instanceof AppError && error.retryAfterSeconds !== null)
    reply.header("retry-after", String(error.retryAfterSeconds));
  if (status === 503) reply.header("retry-after", "5");
  // Reads the rest of the body, since the connection cannot carry another request before that.
  if (!request.raw.complete) request.raw.unpipe().resume();
  void reply.status(status).send(body);
}

/** What may be logged of an error: not the values of the row in a database error, such as an email address. */
export function describeError(error: unknown): Record<string, unknown> {
  if (typeof error !== "object" || error === null || !("message" in error)) return { message: String(error) };
  // The job queue passes errors as plain objects.
  if (!(error instanceof Error)) return { message: error.message };
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, message: error.message, stack: error.stack, code, constraint, table, ...cause };
}

export function toReply(error: Error & Partial<FastifyError>): { status: number; body: ErrorReply } {
  if (error instanceof AppError) {
    const { status, code, message, details } = error;
    return { status, body: { code, message, ...(details === undefined ? {} : { details }) } };
  }
  if (isDiskFull(error)) {
    const message = "The server's disk is full. Tell your administrator.";
    return { status: 507, body: { code: "disk_full", message } };
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    const code = fastifyCodes[error.code ?? ""] ?? "bad_request";
    return { status: error.statusCode, body: { code, message: error.message } };
  }
  if (isDatabaseSlow(error)) return unavailable("The database is taking too long. Try again in a moment.");
  if (isDatabaseAway(error))
    return unavailable("The server can't reach its database. Try again in a moment.");
  return { status: 500, body: { code: "internal", message: "Internal Server Error" } };
}

const unavailable = (message: string) => ({ status: 503, body: { code: "unavailable", message } });

/** Why a request was refused, for metrics and logs. */
export function causeOf(error: Error & Partial<FastifyError>): string {
  if (error instanceof AppError) return error.code;
  if (isDatabaseSlow(error)) return "database_slow";
  if (error.message.startsWith("timeout exceeded when trying to connect")) return "database_pool";
  return isDatabaseAway(error) ? "database_away" : toReply(error).body.code;
}

/** A statement or a lock took longer than the connection allows; see connectionLimits. */
const isDatabaseSlow = ({ code }: { code?: string }): boolean =>
  code === "57014" || code === "55P03" || code === "25P03";

/** Whether a disk is full, the storage's or PostgreSQL's. */
const isDiskFull = ({ code }: { code?: string }): boolean =>
  code === "ENOSPC" || code === "EDQUOT" || code === "53100";

/** Our codes for requests that Fastify itself refuses. */
const fastifyCodes: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "invalid_json",
  FST_ERR_CTP_INVALID_JSON_BODY: "invalid_json",
  FST_REQ_FILE_TOO_LARGE: "too_large",
};

// The connection is refused or lost, the host or network can't be reached, PostgreSQL is starting or stopping (classes
// 08 and 57P) or has no connection left (53300), or its client library reports a closed connection.
export function isDatabaseAway({ code = "", message }: { code?: string; message: string }): boolean {
  return (
    /^(ECONN\w+|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|08\w{3}|53300|57P0[1-5])$/.test(
      code,
    ) ||
    (code === "ENOENT" && message.startsWith("connect ")) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired$|Client (has encountered a connection error|was closed))/.test(
      message,
    )
  );
}
