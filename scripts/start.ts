import { buildWeb } from "./build-web.ts";

// The server runs in this process, so that it receives the signals.
try {
  if (process.env["ROLE"] !== "worker") await buildWeb();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
await import("../server/main.ts");
