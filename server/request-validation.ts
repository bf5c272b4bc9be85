import type { MultipartFile } from "@fastify/multipart";
import type { FastifySchemaCompiler, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError, badRequest } from "./errors.ts";

/** Validates requests by the contract's schemas. Mistakes that they have no message for are described by field. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const { error, data: value } = schema.safeParse(data, { error: describeIssue });
    if (error === undefined) return { value };
    const details = error.issues.map(({ path, message }) => ({ path: `/${path.join("/")}`, message }));
    const message = details[0]?.message ?? "The request is invalid. Check it and try again.";
    return { error: new AppError(400, "invalid_request", message, details) };
  };

function describeIssue(issue: Parameters<z.core.$ZodErrorMap>[0]): string {
  const field = fieldOf(issue.path ?? []);
  if (field === null) return "Send the request as a JSON object.";
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `Enter the ${field}.`
        : `The ${field} must be ${typeNames[issue.expected] ?? "valid"}.`;
    case "too_small":
      return describeSize(field, "at least", Number(issue.minimum), issue.origin);
    case "too_big":
      return describeSize(field, "at most", Number(issue.maximum), issue.origin);
    case "invalid_format":
      return `The ${field} must be ${formatNames[issue.format] ?? "valid"}.`;
    case "invalid_value":
      return `The ${field} must be ${choices.format(issue.values.map(String))}.`;
    case "unrecognized_keys":
      return `Remove ${issue.keys.join(", ")} from the ${field}.`;
    default:
      return `The ${field} must be valid.`;
  }
}

const typeNames: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formatNames: Record<string, string> = {
  uuid: "a valid ID",
  email: "a valid email address",
  url: "a valid address",
  datetime: "a date and time such as 2026-01-31T09:00:00Z",
};

const choices = new Intl.ListFormat("en-GB", { type: "disjunction" });

function describeSize(field: string, bound: "at least" | "at most", size: number, origin: string): string {
  if (origin === "string") {
    if (bound === "at least" && size === 1) return `Enter the ${field}.`;
    return `Use ${bound} ${size} characters for the ${field}.`;
  }
  if (origin === "array" || origin === "set")
    return `The ${field} must have ${bound} ${size} ${size === 1 ? "item" : "items"}.`;
  return `The ${field} must be ${bound} ${size}.`;
}

/** The name of a field for people, such as "phone number ID"; null for the request as a whole. */
function fieldOf(path: PropertyKey[]): string | null {
  const last = path.at(-1);
  if (last === undefined) return null;
  if (typeof last === "number") return `item ${last + 1} of the ${fieldOf(path.slice(0, -1)) ?? "request"}`;
  return String(last)
    .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(id|url|api)\b/g, (word) => word.toUpperCase());
}

/** A form has one file, and few fields. */
export const formLimits = { files: 1, fields: 20, fieldSize: 1000, fieldNameSize: 100, parts: 21 };
/** Boundaries and fields add at most this many bytes to the file in a form. */
export const formOverheadBytes = 65_536;

/** The bytes of a file in a form. Throws if the parser has cut it off at the limit, which it does without an error. */
export async function* wholeFile({ file }: MultipartFile, tooLarge: () => AppError) {
  yield* file as AsyncIterable<Uint8Array>;
  if (file.truncated) throw tooLarge();
}

/** RFC 2046 allows 70 characters; the parser of forms fails above 252. */
const maxBoundaryLength = 200;

/** Throws invalid_request for a form with a longer boundary than any browser sends. */
export async function requireShortBoundary(request: FastifyRequest): Promise<void> {
  const [, quoted, plain] =
    /^\s*multipart\/.*;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(request.headers["content-type"] ?? "") ??
    [];
  if ((quoted ?? plain ?? "").length <= maxBoundaryLength) return;
  throw badRequest("invalid_request", "The form's boundary is too long.");
}
