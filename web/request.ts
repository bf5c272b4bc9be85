import type { ErrorReply } from "../contract/errors.ts";
import { nextCursorHeader } from "../contract/limits.ts";

/** A reply with an error status. The message is the status, a colon and the body (or the status text). */
export class RequestError extends Error {
  readonly status: number;
  /** The server's message for the person, if there is one. */
  readonly serverMessage: string | null;
  /** The API's error code, if there is one. */
  readonly code: string | null;
  readonly details: unknown;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "RequestError";
    this.status = status;
    const reply = readReply(body);
    this.serverMessage = typeof reply?.message === "string" ? reply.message : null;
    this.code = typeof reply?.code === "string" ? reply.code : null;
    this.details = reply?.details;
  }
}

function readReply(body: string): Partial<ErrorReply> | null {
  try {
    return JSON.parse(body) as Partial<ErrorReply> | null;
  } catch {
    return null;
  }
}

/** The server's own message about a failure, or null. With `status`, only if the reply had that status. */
export function serverMessage(error: Error | null, status?: number): string | null {
  if (!(error instanceof RequestError)) return null;
  return status === undefined || error.status === status ? error.serverMessage : null;
}

/** The server's messages about fields of a form, by the name of the field. */
export function fieldMessages(error: Error | null | undefined): Partial<Record<string, string>> {
  const message = serverMessage(error ?? null) ?? "";
  if (hasCode(error, "weak_password")) return { password: message, newPassword: message };
  const details = error instanceof RequestError && Array.isArray(error.details) ? error.details : [];
  return Object.fromEntries(details.map((each) => [String(each.path).slice(1), String(each.message)]));
}

/** A function that returns the server's own message about a failure, or `fallback` if there is none. */
export function serverMessageOr(fallback: string): (error: Error) => string {
  return (error) => serverMessage(error) || fallback;
}

export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof RequestError && statuses.includes(error.status);
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof RequestError && codes.includes(error.code ?? "");
}

/** Whether the server could not be reached: there was no reply, or only that of a proxy. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof RequestError) || (error.status >= 502 && error.code === null);

export const isUnauthorized = (error: unknown): boolean => hasStatus(error, 401);

interface SendOptions {
  headers?: Record<string, string>;
  credentials?: RequestCredentials;
}

/**
 * Sends a request with cookies (by default) and, if given, a JSON body.
 * @throws RequestError when the reply is not OK
 */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  { headers, credentials = "include" }: SendOptions = {},
): Promise<Response> {
  const json = { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, credentials, ...(body === undefined ? {} : json) });
  if (!response.ok) throw new RequestError(response.status, await response.text(), response.statusText);
  return response;
}

/** Sends a request and reads the JSON reply. */
export async function request<Reply>(...sent: Parameters<typeof send>): Promise<Reply> {
  const text = await (await send(...sent)).text();
  return (text ? JSON.parse(text) : undefined) as Reply;
}

export interface Page<Row> {
  rows: Row[];
  /** The cursor of the next page; null on the last page. */
  nextCursor: string | null;
}

/**
 * Fetches one page of a list. Empty values of the filter are left out.
 * @throws RequestError when the reply is not OK
 */
export async function requestPage<Row>(path: string, filter: Record<string, string>): Promise<Page<Row>> {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  const reply = await send("GET", query.size > 0 ? `${path}?${query}` : path);
  return { rows: (await reply.json()) as Row[], nextCursor: reply.headers.get(nextCursorHeader) };
}

/** Exports stop at this number, so that a very long list does not fill the browser's memory. */
const maxExportedRows = 20_000;

/**
 * Fetches all pages of a list, one after the other, up to `maxExportedRows`.
 * @throws RequestError when a reply is not OK
 */
export async function requestAll<Row>(path: string, filter: Record<string, string> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = "";
  while (cursor !== null && rows.length < maxExportedRows) {
    const page: Page<Row> = await requestPage<Row>(path, { limit: "200", ...filter, cursor });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  }
  return rows;
}

/** A UUID to use as an idempotency key. Pages without HTTPS have no `crypto.randomUUID`. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
