import type { FastifyRequest } from "fastify";
import type { AppError } from "../errors.ts";
import type { KeyPrincipal } from "./api-keys.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Why every request of this key would be refused just now, whatever it says; null if it would not. */
    refusal?: (key: KeyPrincipal) => AppError | null;
  }
}

/**
 * Refusals leave together, so often: whoever asks again at once asks less often, and what the process does for others is
 * interrupted less.
 */
const togetherEveryMs = 250;

/** Refuses what would be refused later anyhow, before the key is looked up. */
export type RefuseEarly = (request: FastifyRequest, lastFound: KeyPrincipal | undefined) => Promise<void>;

export function createEarlyRefusal(): RefuseEarly {
  let leaving: Promise<void> | undefined;
  const together = () =>
    (leaving ??= new Promise((leave) => {
      setTimeout(() => {
        leaving = undefined;
        leave();
      }, togetherEveryMs);
    }));
  return async (request, lastFound) => {
    const refusal = lastFound && request.routeOptions.config.refusal?.(lastFound);
    if (lastFound === undefined || refusal == null) return;
    // For the log, and for the headers that its pages need.
    request.apiKey = lastFound;
    await together();
    throw refusal;
  };
}
