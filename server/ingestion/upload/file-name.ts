const maxLength = 255;

// Control characters, direction marks (which can make "gpj.exe" look like "exe.jpg"), and zero-width characters.
const invisible = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * The name of an uploaded file as it is stored: the last segment of a path, composed (NFC), without
 * invisible characters, cut to at most 255 UTF-16 code units but with its extension.
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
