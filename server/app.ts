import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Context } from "./context.ts";
import { AppError, replyWithError } from "./errors.ts";

/** The web server with every feature: the one list of them. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const app = Fastify({ loggerInstance: context.log, forceCloseConnections: true, trustProxy: true });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(replyWithError);
  app.setNotFoundHandler((request) => {
    throw new AppError(404, "not_found", `There is nothing at ${request.url.split("?")[0]}.`);
  });
  app.get("/healthz", () => ({ status: "ok" }));
  return app;
}
