import { useRoute } from "wouter";
import { paths } from "../../contract/screens.ts";
import { RateByLink } from "../features/feedback/rate-form.tsx";
import { Logo } from "../ui/logo.tsx";

/** The page that a rating link opens. It needs no sign-in. */
export function RateScreen() {
  const [, params] = useRoute(paths.rate);
  return (
    <div className="flex min-h-dvh flex-col">
      <title>Rate your support · Sizana</title>
      <div aria-hidden className="beadwork h-2 shrink-0" />
      <main className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center px-4 py-10 sm:px-6">
        <div className="rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-10">
          <RateByLink token={params?.id ?? ""} />
        </div>
      </main>
      <footer className="flex items-center justify-center gap-2 pb-6 text-xs text-ink-soft">
        <span>Powered by</span>
        <Logo />
      </footer>
    </div>
  );
}
