/** Calls `run` after `firstRunMs`, then at each interval, until `until` is aborted. Doesn't keep the process alive. */
export function repeat(
  run: () => void,
  { firstRunMs, intervalMs, until }: { firstRunMs: number; intervalMs: number; until: AbortSignal },
): void {
  const first = setTimeout(run, firstRunMs).unref();
  const further = setInterval(run, intervalMs).unref();
  const end = () => {
    clearTimeout(first);
    clearInterval(further);
  };
  until.addEventListener("abort", end, { once: true });
}
