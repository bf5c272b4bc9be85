import { AppError } from "../errors.ts";
import type { Session } from "./sessions.ts";

const recentMs = 5 * 60_000;

/**
 * Asks that the user signed in, or confirmed it with their password, within the last minutes: what opens another way
 * into the account must not be open to whoever gets hold of a session. Throws reauthentication_required.
 */
export function requireRecentProof({ authenticatedAt }: Session): void {
  if (Date.now() - authenticatedAt.getTime() <= recentMs) return;
  throw new AppError(403, "reauthentication_required", "Confirm that it's you, then try again.");
}
