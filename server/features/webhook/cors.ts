import { sql } from "kysely";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";

/** How long a browser may remember the answer to a preflight, in seconds. */
const maxAge = 600;

/**
 * Answers a preflight request, which has no key: allows the page's origin if any active key does. The actual request
 * then checks its own key.
 */
export async function answerPreflight(db: Database, request: FastifyRequest, reply: FastifyReply) {
  reply.header("vary", "Origin");
  const { origin } = request.headers;
  if (origin !== undefined && origin.length <= 300 && (await isOriginOfSomeKey(db, origin))) {
    reply.headers({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization, content-type, idempotency-key",
      "access-control-max-age": String(maxAge),
    });
  }
  return reply.status(204).send(null);
}

/** Lets pages of the key's allowed origins read the reply, errors included. */
export async function allowOrigin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header("vary", "Origin");
  const { origin } = request.headers;
  if (origin === undefined || !request.apiKey?.allowedOrigins.includes(origin)) return;
  reply.headers({
    "access-control-allow-origin": origin,
    "access-control-expose-headers":
      "retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset",
  });
}

async function isOriginOfSomeKey(db: Database, origin: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select is_api_key_origin(${origin}) as known`.execute(db);
  return rows[0]?.known === true;
}
