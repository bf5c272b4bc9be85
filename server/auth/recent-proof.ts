import { AppError } from "../errors.ts";
import type { Session } from "./sessions.ts";

const recentMs = 5 * 60_000;

/**
 * Requires that the user has signed in or confirmed their password within the last minutes, because a stolen session
 * must not be able to add another way into the account. Throws reauthentication_required.
 */
export function requireRecentProof({ authenticatedAt }: Session): void {
  if (Date.now() - authenticatedAt.getTime() <= recentMs) return;
  throw new AppError(403, "reauthentication_required", "Confirm that it's you, then try again.");
}
