import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { describeError, notFound } from "../../errors.ts";
import type { App } from "../../http.ts";
import { networks } from "../../trusted-proxies.ts";

/** Health checks and metrics for operators. */
export function healthRoutes(app: App, context: Context): void {
  app.get("/healthz", { schema: { hide: true }, handler: () => ({ status: "ok" }) });

  app.get("/readyz", {
    schema: { hide: true },
    handler: async (request, reply) => {
      if (context.stopping.aborted) return reply.status(503).send({ status: "stopping" });
      const checks = {
        database: () => sql`select 1`.execute(context.db),
        jobs: () => context.jobs.check(),
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
    },
  });

  app.get("/metrics", {
    schema: { hide: true },
    handler: async (request, reply) => {
      if (!isNearby(request.ip) || isFromUnknownProxy(request)) throw notFound("page");
      const { type, body } = await context.metrics.text();
      return reply.type(type).send(body);
    },
  });
}

/** Metrics are for this machine and its private networks only. */
const isNearby = networks([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

/** Came through a proxy that TRUST_PROXY does not name, so that the client's address is unknown. */
function isFromUnknownProxy({ headers, ip, socket }: FastifyRequest): boolean {
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  return isForwarded && ip === socket.remoteAddress;
}
