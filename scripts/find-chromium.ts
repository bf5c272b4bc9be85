import { installDebianPackage } from "./debian.ts";
import { findProgram } from "./find-program.ts";

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium for the browser tests, installed where this user may. Throws a sentence. */
export async function findChromium(): Promise<string> {
  const found = process.env["CHROMIUM_PATH"] ?? findProgram(names);
  if (found !== undefined) return found;
  if (await installDebianPackage("chromium")) {
    const installed = findProgram(names);
    if (installed !== undefined) return installed;
  }
  throw new Error(
    "The browser tests need Chromium: install it, or name it by CHROMIUM_PATH=/path/to/chromium npm test",
  );
}
