const retryMs = 2_000;

/** Resolves as soon as the server can be reached. */
export async function whenReachable(): Promise<void> {
  const isReachable = (): Promise<boolean> =>
    fetch("/api/auth/user").then(
      ({ status }) => status < 500,
      () => false,
    );
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, retryMs));
}

/** Loads code for `lazy`. If that fails, it tries once more as soon as the server can be reached. */
export function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch(async () => {
    await whenReachable();
    return load();
  });
}
