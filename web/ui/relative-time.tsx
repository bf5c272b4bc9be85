import { useCallback, useSyncExternalStore } from "react";
import { formatRelativeTime } from "../format/relative-time.ts";
import { createStore } from "./external-store.ts";

/** A shared clock for all times on the screen. */
const clock = createStore(Date.now());
setInterval(() => clock.set(Date.now()), 30_000);

/** "3 minutes ago", and the full date on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const then = Date.parse(iso);
  return (
    <time dateTime={iso} title={new Date(then).toLocaleString()}>
      {formatRelativeTime(then, clock.use())}
    </time>
  );
}

/** Whether a time (in milliseconds since 1970) has passed; null never has. Re-renders when it passes. */
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
