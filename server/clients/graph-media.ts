import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { z } from "zod";
import { Refused, type GraphSender } from "./graph-api.ts";

export class GraphMediaError extends Error {
  override name = "GraphMediaError";
  /** Meta's code; null if the reply had none. */
  readonly code: number | null;
  constructor(message: string, code: number | null = null) {
    super(message);
    this.code = code;
  }
  /** Meta has no such file. */
  get isGone(): boolean {
    return this.code === 100;
  }
}

const MediaReply = z.object({
  url: z.url(),
  file_size: z.coerce.number().int().nonnegative().optional().catch(undefined),
});
const askTimeoutMs = 20_000;
const downloadTimeoutMs = 180_000;

/** Asks Meta for the address of a file, which expires after some minutes. Throws GraphMediaError. */
export async function findMedia(baseUrl: string, sender: GraphSender, mediaId: string, signal: AbortSignal) {
  const { phoneNumberId, accessToken } = sender;
  const query = new URLSearchParams({ phone_number_id: phoneNumberId });
  const address = `${baseUrl}/${encodeURIComponent(mediaId)}?${query.toString()}`;
  const response = await get(address, accessToken, signal, askTimeoutMs);
  const body: unknown = await response.json().catch(() => null);
  const refused = Refused.safeParse(body);
  if (refused.success)
    throw new GraphMediaError(`Meta refused a file: ${refused.data.error.code}`, refused.data.error.code);
  const reply = MediaReply.safeParse(body);
  if (!response.ok || !reply.success)
    throw new GraphMediaError(`Meta answered ${response.status} without a file's address`);
  if (!isMetas(reply.data.url, baseUrl)) throw new GraphMediaError("a file's address is not one of Meta's");
  // The size is null if Meta does not give it.
  return { url: reply.data.url, sizeBytes: reply.data.file_size ?? null };
}

/** Downloads a file. Throws GraphMediaError; if the address has expired, `findMedia` gives another. */
export async function openMedia(url: string, { accessToken }: GraphSender, signal: AbortSignal) {
  const response = await get(url, accessToken, signal, downloadTimeoutMs);
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new GraphMediaError(`Meta answered ${response.status} instead of a file`);
  }
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  const stream = Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>);
  // Prevents a crash if the connection breaks before anyone reads; the reader still gets the error.
  stream.on("error", () => undefined);
  return { stream, sizeBytes: Number.isFinite(length) ? length : null };
}

async function get(url: string, accessToken: string, stop: AbortSignal, timeoutMs: number) {
  try {
    const headers = { authorization: `Bearer ${accessToken}`, "user-agent": "sizana" };
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    return await fetch(url, { headers, redirect: "error", signal });
  } catch (error) {
    throw new GraphMediaError(`Meta was not reached: ${error instanceof Error ? error.name : "unknown"}`);
  }
}

const metasHosts = /(^|\.)(fbsbx\.com|fbcdn\.net|facebook\.com|whatsapp\.net|whatsapp\.com)$/;

/** The access token is sent to Meta's hosts only. */
function isMetas(address: string, baseUrl: string): boolean {
  const { protocol, hostname, origin } = new URL(address);
  return origin === new URL(baseUrl).origin || (protocol === "https:" && metasHosts.test(hostname));
}
