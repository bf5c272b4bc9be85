import { denied } from "../errors.ts";
import type { FastifyRequest } from "fastify";
import { sessionOf } from "./access.ts";
import type { Session } from "./sessions.ts";

const recentMs = 5 * 60_000;

/**
 * The session of a user who has signed in or confirmed their password within the last minutes, because a stolen session
 * must not be able to add another way into the account. Throws reauthentication_required.
 */
export function provenSessionOf(request: FastifyRequest): Session {
  const session = sessionOf(request);
  if (Date.now() - session.authenticatedAt.getTime() <= recentMs) return session;
  throw denied("reauthentication_required", "Confirm that it's you, then try again.");
}
