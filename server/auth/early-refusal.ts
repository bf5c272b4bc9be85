import { setTimeout as delay } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import type { AppError } from "../errors.ts";
import type { KeyPrincipal } from "./api-keys.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The error with which any request of this key would be refused at this moment; null if it would not be. */
    refusal?: (key: KeyPrincipal) => AppError | null;
  }
}

/** Refusals are sent in batches: this slows clients that retry at once, and interrupts other work less often. */
const batchEveryMs = 250;

/** Refuses a request that would be refused later anyway, before its key is looked up. */
export type RefuseEarly = (request: FastifyRequest, lastFound: KeyPrincipal | undefined) => Promise<void>;

export function createEarlyRefusal(): RefuseEarly {
  let batch: Promise<void> | undefined;
  const nextBatch = () =>
    (batch ??= delay(batchEveryMs).then(() => {
      batch = undefined;
    }));
  return async (request, lastFound) => {
    const refusal = lastFound && request.routeOptions.config.refusal?.(lastFound);
    if (lastFound === undefined || refusal == null) return;
    // For the log and the CORS headers.
    request.apiKey = lastFound;
    await nextBatch();
    throw refusal;
  };
}
