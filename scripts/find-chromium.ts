import { accessSync, constants } from "node:fs";
import path from "node:path";
import { installDebianPackage } from "./debian.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium for the browser tests, installed where this user may. Throws a sentence. */
export async function findChromium(): Promise<string> {
  const found = process.env["CHROMIUM_PATH"] ?? find();
  if (found !== undefined) return found;
  if (await installDebianPackage("chromium")) {
    const installed = find();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    "The browser tests need Chromium: install it, or name it by CHROMIUM_PATH=/path/to/chromium npm test",
  );
}

function find(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...applications,
  ];
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
