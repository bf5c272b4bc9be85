import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { causeOf, toReply } from "./errors.ts";
import type { App } from "./http.ts";
import type { Metrics } from "./metrics.ts";

/** Short, and nothing that could break out of a line of a log. */
const requestId = /^[\w.:/+=-]{1,128}$/;
/** Turned away because of the load; what else is refused is the caller's mistake. */
const refusals = new Set([429, 503, 507]);

/** The id that a proxy gave the request, so that its log and ours can be laid beside each other; else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && requestId.test(given) ? given : randomUUID();
}

/**
 * One line a request: ids and the route, never a query string, header, e-mail address or text that
 * somebody wrote. Each reply carries the id of its line.
 */
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
