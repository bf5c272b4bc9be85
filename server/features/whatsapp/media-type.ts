import { fileMediaTypes } from "../../../contract/documents.ts";
import { detectType, needsWhole } from "../../../document-reader/detect-type.ts";
import { ExtractionError } from "../../../document-reader/extraction-error.ts";

const unknownType = "application/octet-stream";

/**
 * The type of a file by its content, never by what the sender claims; `application/octet-stream` if it is unknown.
 * `isAudio` decides for formats of both recordings and videos.
 */
export async function mediaTypeOf(
  head: Buffer,
  { isAudio, readWhole }: { isAudio: boolean; readWhole: () => Promise<Buffer> },
): Promise<string> {
  const played = playedType(head, isAudio);
  if (played !== null) return played;
  try {
    const type = detectType(needsWhole(head) ? await readWhole() : head);
    return type === null ? unknownType : fileMediaTypes[type];
  } catch (error) {
    if (error instanceof ExtractionError) return unknownType;
    throw error;
  }
}

const beginnings: readonly (readonly [type: string, at: number, bytes: string])[] = [
  ["image/jpeg", 0, "\u00ff\u00d8\u00ff"],
  ["image/png", 0, "\u0089PNG\r\n\u001a\n"],
  ["image/gif", 0, "GIF8"],
  ["image/webp", 8, "WEBP"],
  ["audio/ogg", 0, "OggS"],
  ["audio/amr", 0, "#!AMR"],
  ["audio/mpeg", 0, "ID3"],
];

function playedType(head: Buffer, isAudio: boolean): string | null {
  const found = beginnings.find(
    ([, at, bytes]) => head.toString("latin1", at, at + bytes.length) === bytes,
  )?.[0];
  if (found !== undefined) return found;
  if (head.toString("latin1", 4, 8) === "ftyp") return boxedType(head.toString("latin1", 8, 12), isAudio);
  return head.length > 1 && head[0] === 0xff ? streamType(head[1] ?? 0) : null;
}

function boxedType(brand: string, isAudio: boolean): string {
  if (isAudio || brand.startsWith("M4A")) return "audio/mp4";
  return brand.startsWith("3g") ? "video/3gpp" : "video/mp4";
}

/** The second byte of a frame: the layer, which is 0 for AAC and 1 for MP3. */
function streamType(byte: number): string | null {
  if ((byte & 0xf6) === 0xf0) return "audio/aac";
  return (byte & 0xe6) === 0xe2 ? "audio/mpeg" : null;
}
