/** The type and size of a PNG or JPEG file. */
export interface Picture {
  mediaType: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the header of a picture, since a small file may hold a very large one; null for other content. */
export function readPicture(bytes: Buffer): Picture | null {
  if (bytes.subarray(0, 8).equals(pngSignature)) return readPng(bytes);
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 ? readJpeg(bytes) : null;
}

function readPng(bytes: Buffer): Picture | null {
  if (bytes.length < 33 || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  return { mediaType: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Skips segments until the frame header. */
function readJpeg(bytes: Buffer): Picture | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return {
        mediaType: "image/jpeg",
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
