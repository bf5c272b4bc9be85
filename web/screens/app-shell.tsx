import { Menu } from "lucide-react";
import { Tooltip } from "radix-ui";
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { paths } from "../../contract/screens.ts";
import type { User } from "../../contract/identity.ts";
import { may } from "../../contract/permissions.ts";
import { BudgetBanner } from "../features/model-usage/budget.tsx";
import { CurrentOrganizationProvider, useCurrentOrganization } from "../current-organization.tsx";
import { WithoutOrganization } from "../features/organizations/access-required.tsx";
import { SecondFactorRequired } from "../features/second-factors/second-factor-required.tsx";
import { LiveUpdates, useConnectionLost } from "../live-updates.ts";
import { loadCode } from "../load-code.ts";
import { type DocumentTarget, OpenDocument } from "../open-document.ts";
import { Drawer } from "../ui/dialog.tsx";
import { LoadFailed } from "../ui/load-failed.tsx";
import { LogoMark } from "../ui/logo.tsx";
import { PageSpinner } from "../ui/button.tsx";
import { Sidebar, WaitingCount } from "./sidebar.tsx";

const DocumentViewer = lazy(async () => ({
  default: (await loadCode(() => import("../features/documents/document-viewer.tsx"))).DocumentViewer,
}));

interface MainProps {
  path: string;
  children: ReactNode;
}

/** The frame of all screens for signed-in people: a sidebar or, on phones, a top bar with a menu. */
export function AppShell({ user, path, children }: MainProps & { user: User }) {
  return (
    <CurrentOrganizationProvider user={user}>
      <Tooltip.Provider>
        <a
          href="#main"
          className="fixed top-3 left-3 z-100 -translate-y-20 rounded-lg bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
        >
          Skip to content
        </a>
        <div className="min-h-dvh lg:pl-68">
          <aside className="fixed inset-y-0 left-0 hidden w-68 lg:block">
            <Sidebar shown={path} />
          </aside>
          <TopBar path={path} />
          <ConnectionStrip />
          <Main path={path}>{children}</Main>
        </div>
      </Tooltip.Provider>
    </CurrentOrganizationProvider>
  );
}

function TopBar({ path }: { path: string }) {
  const { organization } = useCurrentOrganization();
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-40 bg-rail text-rail-ink lg:hidden">
      <div className="flex h-14 items-center gap-2 px-2 sm:px-4">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className="relative grid size-11 place-items-center rounded-lg hover:bg-rail-raised focus-visible:-outline-offset-2 focus-visible:outline-rail-ink"
        >
          <Menu aria-hidden className="size-6" />
          <span className="sr-only">Open menu </span>
          <WaitingCount className="absolute top-0.5 -right-0.5" />
        </button>
        <LogoMark className="size-7" />
        <span className="min-w-0 flex-1 truncate text-sm font-semibold">
          {organization?.name ?? "Select Organization"}
        </span>
      </div>
      <div aria-hidden className="beadwork h-1.5" />
      {open && (
        <Drawer onClose={() => setOpen(false)} title="Menu">
          <Sidebar shown={path} onNavigate={() => setOpen(false)} />
        </Drawer>
      )}
    </header>
  );
}

function ConnectionStrip() {
  const isLost = useConnectionLost();
  return (
    <div role="status" className="sticky top-15.5 z-30 lg:top-0">
      {isLost && (
        <p className="bg-ochre-tint px-4 py-2 text-center text-sm font-semibold text-balance text-ochre-ink">
          Can't reach Sizana. This page may be out of date. Retrying…
        </p>
      )}
    </div>
  );
}

/** The main area. It gets the focus when the screen changes, so that screen readers start at its top. */
function Main({ path, children }: MainProps) {
  const main = useRef<HTMLElement>(null);
  const previousPath = useRef(path);
  useEffect(() => {
    if (previousPath.current === path) return;
    previousPath.current = path;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-[92rem] px-4 py-6 outline-none sm:px-6 sm:py-8 lg:px-10"
    >
      <Screen path={path}>{children}</Screen>
    </main>
  );
}

/** The screen of the current organization, or why it cannot be shown. */
function Screen({ path, children }: MainProps) {
  const { organization } = useCurrentOrganization();
  if (organization === null) return <WithoutOrganization path={path} />;
  if (organization.needsSecondFactor) return <SecondFactorRequired organization={organization} />;
  const { id, role } = organization;
  return (
    <Fragment key={id}>
      <LiveUpdates organizationId={id} />
      {may(role, "manage the language model") && path !== paths.settings && <BudgetBanner />}
      <LoadFailed key={path}>
        <Suspense fallback={<PageSpinner className="min-h-[70dvh]" />}>
          <WithViewer>{children}</WithViewer>
        </Suspense>
      </LoadFailed>
    </Fragment>
  );
}

function WithViewer({ children }: { children: ReactNode }) {
  const [target, setTarget] = useState<DocumentTarget | null>(null);
  return (
    <OpenDocument value={setTarget}>
      {children}
      {target && (
        <Suspense fallback={null}>
          <DocumentViewer target={target} onClose={() => setTarget(null)} />
        </Suspense>
      )}
    </OpenDocument>
  );
}
