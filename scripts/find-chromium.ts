import { installDebianPackage } from "./debian.ts";
import { findProgram } from "./find-program.ts";

/** The engine without the desktop's user interface, which takes half of the CPU time. */
const shell = "chromium-headless-shell";
const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium for the browser tests; installs one if this user may. Throws an Error for people. */
export async function findChromium(): Promise<string> {
  const found =
    process.env["CHROMIUM_PATH"] ?? findProgram([shell]) ?? (await install(shell)) ?? findProgram(names);
  const path = found ?? (await install("chromium"));
  if (path !== undefined) return path;
  throw new Error(
    "The browser tests need Chromium: install it, or set its path: CHROMIUM_PATH=/path/to/chromium npm test",
  );
}

const install = async (name: string): Promise<string | undefined> =>
  (await installDebianPackage(name)) ? findProgram([name]) : undefined;
