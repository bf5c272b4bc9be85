import type { App } from "./http.ts";

/**
 * One line a request: ids and the route, never a query string, header, e-mail address or text that
 * somebody wrote.
 */
export function logRequests(app: App): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.session?.user.id,
        organizationId: request.tenant?.organizationId,
      },
      "request",
    );
  });
}
