import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { causeOf, toReply } from "./errors.ts";
import type { App } from "./http.ts";
import type { Metrics } from "./metrics.ts";

/** A short id without characters that could forge a log line. */
const requestId = /^[\w.:/+=-]{1,128}$/;
/** Statuses of requests that were refused because of the load, not for a mistake of the caller. */
const refusals = new Set([429, 503, 507]);

/** The id that a proxy gave the request, so that both logs can be compared; else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && requestId.test(given) ? given : randomUUID();
}

/** Logs a line per request, never a query, header, email address or text of users. Replies have its id in a header. */
export function logRequests(app: App, metrics: Metrics): void {
  app.addHook("onRequest", async (request, reply) => {
    metrics.requestBegan();
    reply.header("x-request-id", request.id);
  });
  app.addHook("onError", async (request, _reply, error) => {
    const { status } = toReply(error);
    if (!refusals.has(status)) return;
    metrics.refused({ status, cause: causeOf(error), route: request.routeOptions.url ?? "none" });
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    metrics.request({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime);
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.session?.user.id,
        organizationId: request.tenant?.organizationId ?? request.apiKey?.organizationId,
        apiKeyId: request.apiKey?.id,
      },
      "request",
    );
  });
}
