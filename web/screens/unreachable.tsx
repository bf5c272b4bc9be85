import { useEffect, useEffectEvent } from "react";
import { whenReachable } from "../load-code.ts";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";

/** Shown when the server cannot be reached, so it is unknown who is signed in. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => void whenReachable().then(retry), []);
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <title>Offline · Sizana</title>
      <div role="alert" className="max-w-md text-center">
        <Logo />
        <h1 className="mt-8 text-2xl font-bold">Can't reach Sizana</h1>
        <p className="mt-3 text-ink-soft">Check your connection. We keep trying. Your saved work is safe.</p>
        <Button className="mt-8" onClick={onRetry} label="Try again" />
      </div>
    </main>
  );
}
