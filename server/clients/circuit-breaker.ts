const failuresUntilOpen = 5;
const restMs = 30_000;

/** Keeps a server that fails again and again from slowing down everything that would ask it. */
export interface CircuitBreaker {
  /** False while it rests. After a rest one request at a time tries. */
  mayTry(): boolean;
  succeeded(): void;
  failed(): void;
}

export function openCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let closedUntil = 0;
  return {
    mayTry() {
      if (failures < failuresUntilOpen) return true;
      if (now() < closedUntil) return false;
      // Others wait for how this one does.
      closedUntil = now() + restMs;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures >= failuresUntilOpen) closedUntil = now() + restMs;
    },
  };
}
