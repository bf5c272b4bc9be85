import { paths } from "../../contract/screens.ts";
import { LinkButton } from "../ui/button.tsx";
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
