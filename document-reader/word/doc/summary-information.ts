import type { Bytes } from "../../bytes.ts";

const titleId = 2;
const codePageId = 1;

/** The title in a document's summary information (MS-OLEPS), `null` if there is none. */
export function readTitleProperty(stream: Bytes | null): string | null {
  if (stream === null) return null;
  const set = stream.slice(stream.u32(44), stream.length);
  const count = Math.min(set.u32(4), 200);
  let codePage = 1252;
  let titleAt: number | null = null;
  for (let index = 0; index < count; index++) {
    const id = set.u32(8 + index * 8);
    const at = set.u32(12 + index * 8);
    if (id === codePageId) codePage = set.u16(at + 4);
    else if (id === titleId) titleAt = at;
  }
  if (titleAt === null) return null;
  const type = set.u32(titleAt);
  const length = Math.min(set.u32(titleAt + 4), 1_000);
  const text =
    type === 31 || codePage === 1200
      ? set.utf16(titleAt + 8, type === 31 ? length : length / 2)
      : decode(set.slice(titleAt + 8, length).data, codePage);
  return text.split("\0")[0] ?? null;
}

function decode(bytes: Uint8Array, codePage: number): string {
  const named: Record<number, string> = {
    65001: "utf-8",
    10000: "macintosh",
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
    950: "big5",
  };
  try {
    return new TextDecoder(named[codePage] ?? `windows-${codePage}`).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
