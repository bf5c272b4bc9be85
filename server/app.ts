import type { Socket } from "node:net";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import underPressure from "@fastify/under-pressure";
import Fastify, { LogController, type preHandlerHookHandler } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import { hourMs } from "../contract/limits.ts";
import { addApiDocs } from "./api-docs.ts";
import { guardRoutes } from "./auth/access.ts";
import type { Context } from "./context.ts";
import { AppError, replyWithError, tooManyRequests } from "./errors.ts";
import { analyticsRoutes } from "./features/analytics/routes.ts";
import { apiKeyRoutes } from "./features/api-keys/routes.ts";
import { businessConfigRoutes } from "./features/business-config/routes.ts";
import { conversationRoutes } from "./features/conversations/routes.ts";
import { curatedAnswerRoutes } from "./features/curated-answers/routes.ts";
import { documentRoutes } from "./features/documents/routes.ts";
import { eventRoutes } from "./features/events/routes.ts";
import { feedbackRoutes } from "./features/feedback/routes.ts";
import { goldenQuestionRoutes } from "./features/golden-questions/routes.ts";
import { healthRoutes } from "./features/health/routes.ts";
import { identityRoutes } from "./features/identity/routes.ts";
import { inboxRoutes } from "./features/inbox/routes.ts";
import { modelUsageRoutes } from "./features/model-usage/routes.ts";
import { objectRoutes } from "./features/objects/routes.ts";
import { organizationRoutes } from "./features/organizations/routes.ts";
import { personalDataRoutes } from "./features/personal-data/routes.ts";
import { profileRoutes } from "./features/profile/routes.ts";
import { ticketRoutes } from "./features/tickets/routes.ts";
import { publicWebhookRoutes } from "./features/webhook/routes.ts";
import { whatsappRoutes } from "./features/whatsapp/routes.ts";
import { compileValidator, formLimits, requireShortBoundary } from "./request-validation.ts";
import type { App } from "./http.ts";
import { logRequests, requestIdOf } from "./request-log.ts";
import { routesOf, type Routes } from "./routes.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { trustedProxies } from "./trusted-proxies.ts";
import { serveWebApp } from "./web-app.ts";

declare module "fastify" {
  interface FastifyInstance {
    closeSilentConnections: () => void;
  }
}

/** All features, under the names that group their routes in the API reference. */
const features: readonly [name: string, addRoutes: (routes: Routes, context: Context) => void][] = [
  ["Identity", identityRoutes],
  ["Identity", profileRoutes],
  ["Organizations", organizationRoutes],
  ["Documents", documentRoutes],
  ["Object upload", objectRoutes],
  ["Conversations", conversationRoutes],
  ["Analytics", analyticsRoutes],
  ["Events", eventRoutes],
  ["WhatsApp", whatsappRoutes],
  ["API keys", apiKeyRoutes],
  ["Public webhook", publicWebhookRoutes],
  ["Business configuration", businessConfigRoutes],
  ["Curated answers", curatedAnswerRoutes],
  ["Golden questions", goldenQuestionRoutes],
  ["Tickets", ticketRoutes],
  ["Feedback", feedbackRoutes],
  ["Inbox", inboxRoutes],
  ["Language model", modelUsageRoutes],
  ["Personal data", personalDataRoutes],
];

export async function buildApp(context: Context): Promise<App> {
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // Only idle ones: requests in flight are answered, for as long as the caller of closeApp allows.
    forceCloseConnections: "idle",
    trustProxy: trustedProxies(context.config.trustProxy),
    bodyLimit: 1_048_576,
    // Errors before routing, such as malformed URLs.
    frameworkErrors: (error, request, reply) => replyWithError(error, request as never, reply as never),
    // Long enough for 100 MB over a slow line. Another limit drops connections that are silent for five minutes.
    requestTimeout: hourMs,
    connectionTimeout: 300_000,
  }) as unknown as App;
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(replyWithError);
  logRequests(app, context.metrics);
  closeConnectionsWhileStopping(app, context.stopping);
  const silent = silentConnections(app);
  app.decorate("closeSilentConnections", () => {
    // One that has received bytes is in the middle of a request.
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
  });
  addSecurityHeaders(app, context.config);
  await addApiDocs(app);
  app.decorate("declaredRoutes", []);
  await app.register(cookie);
  await app.register(multipart, { limits: formLimits });
  await app.register(async (api: App) => {
    await shedLoad(api, context.config.maxEventLoopDelayMs);
    guardRoutes(api, context);
    api.addHook("onRequest", requireShortBoundary);
    forbidCaching(api);
    replyWithDeclaredStatus(api);
    await limitRates(api);
    for (const [name, addRoutes] of features) {
      await api.register(async (feature: App) => {
        feature.addHook("onRoute", ({ schema, config }) => {
          if (schema === undefined) return;
          schema.tags = [name];
          if (config?.access === "API key") schema.security = [{ apiKey: [] }];
        });
        addRoutes(routesOf(feature, context.db), context);
      });
    }
  });
  healthRoutes(app, context);
  await serveWebApp(app);
  return app;
}

/** Stops accepting requests, waits for replies in progress, and cuts those that take longer than `timeoutMs`. */
export async function closeApp(app: App, timeoutMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  // A keep-alive connection becomes idle only once its reply is written.
  const tidy = setInterval(() => {
    app.server.closeIdleConnections();
    app.closeSilentConnections();
  }, 100);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(tidy);
  }
}

/** Connections that browsers opened in advance, without a request yet. Node doesn't count them as idle. */
function silentConnections(app: App): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  app.server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", ({ socket }) => silent.delete(socket));
  return silent;
}

/** While the process stops, every reply ends its connection, so that the next request goes to another process. */
function closeConnectionsWhileStopping(app: App, stopping: AbortSignal): void {
  app.addHook("onSend", async (_request, reply) => {
    if (stopping.aborted) reply.header("connection", "close");
  });
}

/** No browser or proxy may cache a reply of the API, unless its route allows it. */
function forbidCaching(api: App): void {
  api.addHook("onSend", async (_request, reply) => {
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
}

/** A route whose schema declares one successful status replies with it, unless the handler sets another. */
function replyWithDeclaredStatus(api: App): void {
  api.addHook("onRoute", (route) => {
    const [status, ...others] = Object.keys(route.schema?.response ?? {}).filter((each) =>
      each.startsWith("2"),
    );
    if (status === undefined || others.length > 0) return;
    const setStatus: preHandlerHookHandler = (_request, reply, done) => {
      reply.status(Number(status));
      done();
    };
    route.preHandler = [setStatus, ...[route.preHandler ?? []].flat()];
  });
}

/** Limits routes with a `rateLimit` by user, or by IP address for signed-out people, in this process. */
async function limitRates(api: App): Promise<void> {
  await api.register(rateLimit, {
    global: false,
    keyGenerator: (request) => request.session?.user.id ?? request.ip,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(ttl / 1000),
  });
}

/** A server that is seconds behind refuses new work at once instead of letting everything time out. */
async function shedLoad(api: App, maxEventLoopDelay: number): Promise<void> {
  if (maxEventLoopDelay === Infinity) return;
  class Overloaded extends AppError {
    constructor() {
      super(503, "overloaded", "The server is busy. Try again in a few seconds.");
    }
  }
  await api.register(underPressure, {
    maxEventLoopDelay,
    // A sample without a turn of the event loop counts as infinite delay, so no sample is shorter than the limit.
    sampleInterval: Math.max(1_000, maxEventLoopDelay),
    customError: Overloaded,
  });
}
