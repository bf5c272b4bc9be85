import type { App } from "./http.ts";
import type { Metrics } from "./metrics.ts";

/**
 * One line a request: ids and the route, never a query string, header, e-mail address or text that
 * somebody wrote.
 */
export function logRequests(app: App, metrics: Metrics): void {
  app.addHook("onRequest", async () => metrics.requestBegan());
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
        organizationId: request.tenant?.organizationId,
      },
      "request",
    );
  });
}
