/** The folders with code, tests and tools included. */
export const codeFolders = [
  "contract",
  "document-reader",
  "server",
  "web",
  "test",
  "scripts",
  "evals",
  "bench",
  "e2e",
  "demo",
];
