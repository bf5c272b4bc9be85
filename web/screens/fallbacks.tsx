import { useEffect, useEffectEvent } from "react";
import { paths } from "../../contract/screens.ts";
import { whenReachable } from "../load-code.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";

export function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <title>404 Page Not Found · Sizana</title>
      <div className="max-w-md text-center">
        <Logo />
        <div aria-hidden className="beadwork mx-auto mt-8 h-3 w-48 rounded-full" />
        <h1 className="mt-8 text-3xl font-bold">404 Page Not Found</h1>
        <p className="mt-3 text-ink-soft">
          This page doesn't exist. It may have moved, or the link may be mistyped.
        </p>
        <LinkButton href={paths.home} className="mt-8" label="Go to the home page" />
      </div>
    </main>
  );
}

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
