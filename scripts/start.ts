import { buildWeb } from "./build-web.ts";

// The server is this very process, so that it is the one that signals reach.
try {
  if (process.env["ROLE"] !== "worker") await buildWeb();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
await import("../server/main.ts");
