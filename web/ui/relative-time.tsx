import { useCallback, useSyncExternalStore } from "react";
import { formatRelativeTime } from "../format/relative-time.ts";

const tickMs = 30_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the screen; it stops while there are none. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** "3 minutes ago", and the full date on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const current = useSyncExternalStore(subscribe, () => now);
  const then = Date.parse(iso);
  return (
    <time dateTime={iso} title={new Date(then).toLocaleString()}>
      {formatRelativeTime(then, Math.max(current, now))}
    </time>
  );
}

/** Whether a time (in milliseconds since 1970) has passed; null never does. Renders again when it does. */
export function useHasPassed(time: number | null): boolean {
  const waitForIt = useCallback(
    (onPassed: () => void) => {
      const passing = time === null ? undefined : setTimeout(onPassed, time - Date.now() + 1);
      return () => clearTimeout(passing);
    },
    [time],
  );
  return useSyncExternalStore(waitForIt, () => time !== null && time <= Date.now());
}
