import { accessSync, constants } from "node:fs";
import path from "node:path";

/** The path of the first of these programs that is installed: names to find in PATH, or absolute paths. */
export function findProgram(names: string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const candidates = names.flatMap((name) =>
    path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name)),
  );
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
