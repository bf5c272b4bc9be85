import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { ErrorReply } from "../contract/errors.ts";

/** An error that the caller may know about: an HTTP status, a stable code, a sentence for a person. */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.name = "AppError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Also for what exists but belongs to another organization: its existence is not told. */
export const notFound = (what: string): AppError =>
  new AppError(404, "not_found", `There is no such ${what}, or it is not yours to see.`);

export const unauthorized = (): AppError => new AppError(401, "unauthorized", "Sign in to continue.");

export const forbidden = (message = "Your role does not allow this."): AppError =>
  new AppError(403, "forbidden", message);

export const badRequest = (code: string, message: string): AppError => new AppError(400, code, message);

export const conflict = (code: string, message: string): AppError => new AppError(409, code, message);

/** The one place where errors become replies. What is not ours says nothing outside. */
export function replyWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = toReply(error);
  if (status >= 500) request.log.error({ err: error }, "request failed");
  void reply.status(status).send(body);
}

function toReply(error: FastifyError): { status: number; body: ErrorReply } {
  if (error instanceof AppError) {
    const body: ErrorReply = { code: error.code, message: error.message };
    return { status: error.status, body: error.details === undefined ? body : { ...body, details: error.details } };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details = error.validation.map(({ instancePath, message }) => ({ path: instancePath, message }));
    const message = details[0]?.message ?? "The request is not valid.";
    return { status: 400, body: { code: "invalid_request", message, details } };
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    const code = (error.code ?? "bad_request").toLowerCase().replace(/^fst_(err_)?/, "").replace(/[^a-z0-9_]/g, "_");
    return { status: error.statusCode, body: { code, message: error.message } };
  }
  return { status: 500, body: { code: "internal", message: "Internal Server Error" } };
}
