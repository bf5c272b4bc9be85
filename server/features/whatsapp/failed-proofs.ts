import { LRUCache } from "lru-cache";
import { networkOf } from "../../auth/attempts.ts";
import { tooManyRequests } from "../../errors.ts";

/** The most wrong verify tokens or signatures for an organization from one network, per window. */
const maxFailures = 20;
const windowMs = 15 * 60_000;

/** Counts wrong verify tokens and signatures, in this process. */
export function openFailedProofs() {
  const failures = new LRUCache<string, { count: number }>({ max: 10_000, ttl: windowMs });
  const keyOf = (organizationId: string, address: string) => `${organizationId} ${networkOf(address)}`;
  return {
    /** Throws too_many_requests when the maximum is reached. */
    refuseMore(organizationId: string, address: string): void {
      const key = keyOf(organizationId, address);
      if ((failures.get(key)?.count ?? 0) >= maxFailures)
        throw tooManyRequests(failures.getRemainingTTL(key) / 1000);
    },
    count(organizationId: string, address: string): void {
      const key = keyOf(organizationId, address);
      const known = failures.get(key);
      if (known === undefined) failures.set(key, { count: 1 });
      else known.count += 1;
    },
  };
}
