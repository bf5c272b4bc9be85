import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { describeError } from "../../errors.ts";
import type { App } from "../../http.ts";

/** For whoever runs the server: is it alive, can it work. */
export function healthRoutes(app: App, context: Context): void {
  app.get("/healthz", { schema: { hide: true } }, () => ({ status: "ok" }));

  app.get("/readyz", { schema: { hide: true } }, async (request, reply) => {
    const checks = {
      database: () => sql`select 1`.execute(context.db),
      jobs: () => context.jobs.counts(),
      storage: () => context.storage.check(),
    };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]): Promise<[string, "ok" | "down"]> => {
        try {
          await check();
          return [name, "ok"];
        } catch (error) {
          request.log.warn({ err: describeError(error), check: name }, "not ready");
          return [name, "down"];
        }
      }),
    );
    const isReady = results.every(([, state]) => state === "ok");
    reply.status(isReady ? 200 : 503);
    return { status: isReady ? "ready" : "not_ready", ...Object.fromEntries(results) };
  });
}
