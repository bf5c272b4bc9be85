import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";

/** The web server as features see it: zod schemas validate, type and document every route. */
export type App = Parameters<FastifyPluginAsyncZod>[0];
