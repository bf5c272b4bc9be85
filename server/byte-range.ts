/** A part of a file, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of a file that a request asks for (RFC 9110, section 14). Null means the whole file: also for several ranges
 * at once, for units other than bytes, and when the client's copy is not the one with this `etag`.
 * @returns "unsatisfiable" for a part beyond the end
 */
export function readByteRange(
  headers: { range?: string | undefined; "if-range"?: string | undefined },
  { sizeBytes, etag }: { sizeBytes: number; etag: string },
): ByteRange | "unsatisfiable" | null {
  const [, from = "", to = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/iu.exec(headers.range ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (headers["if-range"] !== undefined && headers["if-range"] !== etag) return null;
  // "-500" means the last 500 bytes.
  const start = from === "" ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === "" || to === "" ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (from !== "" && to !== "" && Number(to) < start) return null;
  return start <= end ? { start, end } : "unsatisfiable";
}
