import { installDebianPackage } from "./debian.ts";
import { findProgram } from "./find-program.ts";

const names = [
  // The same engine without the windows, menus and extensions of a desktop: a third less to compute.
  "chromium-headless-shell",
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
  for (const name of ["chromium-headless-shell", "chromium"]) {
    const installed = (await installDebianPackage(name)) ? findProgram(names) : undefined;
    if (installed !== undefined) return installed;
  }
  throw new Error(
    "The browser tests need Chromium: install it, or name it by CHROMIUM_PATH=/path/to/chromium npm test",
  );
}
