const failuresUntilOpen = 5;
const openMs = 30_000;

/** Stops requests to a server that keeps failing, so that its callers do not wait for it in vain. */
export function openCircuitBreaker(now: () => number = () => performance.now()) {
  let failures = 0;
  let openUntil = 0;
  return {
    /** False while the circuit is open. Then half-open: one request at a time is let through as a trial. */
    allowRequest() {
      if (failures < failuresUntilOpen) return true;
      if (now() < openUntil) return false;
      // The trial request: all others are refused until its outcome is known.
      openUntil = now() + openMs;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures >= failuresUntilOpen) openUntil = now() + openMs;
    },
  };
}
