const maxLength = 255;

// Control characters, marks that turn the direction of writing (they make "gpj.exe" out of
// "exe.jpg"), and characters without width.
const invisible = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * The name that an uploaded file is kept under: the last part of any path, composed (NFC), without
 * invisible characters, at most 255 UTF-16 code units with its extension kept.
 */
export function cleanFileName(path: string): string {
  const last =
    path
      .toWellFormed()
      .split(/[/\\]/)
      .findLast((part) => part.trim() !== "") ?? "";
  const name = last.normalize("NFC").replace(invisible, " ").replace(/\s+/g, " ").trim();
  if (name === "" || /^\.+$/.test(name)) return "document";
  if (name.length <= maxLength) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? "";
  return (
    name
      .slice(0, maxLength - extension.length)
      .toWellFormed()
      .replace(/\ufffd$/, "")
      .trimEnd() + extension
  );
}
