/** Runs something after a while, and again and again until the signal is aborted. The process does not wait for it. */
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
