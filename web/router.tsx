import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { paths, screenAt, type ScreenPath } from "../contract/screens.ts";
import "./arrival.ts";
import { type Authentication, useAuthentication, useRedirectWhenSignedOut } from "./features/auth/api.ts";
import { store } from "./browser-storage.ts";
import { forgetDrafts } from "./drafts.ts";
import { forgetFilters } from "./ui/filter-in-url.ts";
import { loadCode } from "./load-code.ts";
import { takeRememberedPath } from "./remembered-path.ts";
import { NotFound, Unreachable } from "./screens/fallbacks.tsx";
import { Landing } from "./screens/landing.tsx";
import { PageSpinner } from "./ui/button.tsx";

function lazyScreen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return { load, component: lazy(async () => ({ default: (await loadCode(load))[name] })) };
}

type Screen = ReturnType<typeof lazyScreen>;

const loadShell = async () => (await import("./screens/app-shell.tsx")).AppShell;
const AppShell = lazy(async () => ({ default: await loadCode(loadShell) }));

const publicScreens = {
  [paths.signIn]: lazyScreen(() => import("./screens/sign-in.tsx"), "SignInScreen"),
  [paths.signUp]: lazyScreen(() => import("./screens/sign-up.tsx"), "SignUpScreen"),
  [paths.resetPassword]: lazyScreen(() => import("./screens/email-links.tsx"), "ResetPasswordScreen"),
  [paths.confirmSignUp]: lazyScreen(() => import("./screens/email-links.tsx"), "ConfirmSignUpScreen"),
  [paths.confirmEmail]: lazyScreen(() => import("./screens/email-links.tsx"), "ConfirmEmailScreen"),
  [paths.rate]: lazyScreen(() => import("./screens/rate.tsx"), "RateScreen"),
} satisfies Partial<Record<ScreenPath, Screen>>;
type PublicPath = keyof typeof publicScreens;

const signedInScreens: Record<Exclude<ScreenPath, PublicPath>, Screen> = {
  [paths.home]: lazyScreen(() => import("./screens/dashboard.tsx"), "DashboardScreen"),
  [paths.documents]: lazyScreen(() => import("./screens/documents.tsx"), "DocumentsScreen"),
  [paths.chat]: lazyScreen(() => import("./screens/chat.tsx"), "ChatScreen"),
  [paths.whatsapp]: lazyScreen(() => import("./screens/whatsapp.tsx"), "WhatsappScreen"),
  [paths.inbox]: lazyScreen(() => import("./screens/inbox.tsx"), "InboxScreen"),
  [paths.analytics]: lazyScreen(() => import("./screens/analytics.tsx"), "AnalyticsScreen"),
  [paths.feedback]: lazyScreen(() => import("./screens/feedback.tsx"), "FeedbackScreen"),
  [paths.tickets]: lazyScreen(() => import("./screens/tickets.tsx"), "TicketsScreen"),
  [paths.ticket]: lazyScreen(() => import("./screens/tickets.tsx"), "TicketScreen"),
  [paths.businessConfig]: lazyScreen(() => import("./screens/business-config.tsx"), "BusinessConfigScreen"),
  [paths.settings]: lazyScreen(() => import("./screens/settings.tsx"), "SettingsScreen"),
};

const isPublic = (path: ScreenPath): path is PublicPath => path in publicScreens;

// Loads the code of the first screen at once instead of waiting until the server has said who is signed in.
const firstScreen = screenAt(window.location.pathname);
if (firstScreen !== null && firstScreen !== paths.home && !isPublic(firstScreen)) {
  void loadShell();
  void signedInScreens[firstScreen].load();
}

const fullPageSpinner = <PageSpinner className="min-h-dvh" />;

export function App() {
  const [location] = useLocation();
  const name = screenAt(location);
  if (name === null) return <NotFound />;
  if (isPublic(name)) {
    const Component = publicScreens[name].component;
    return (
      <Suspense fallback={fullPageSpinner}>
        <Component />
      </Suspense>
    );
  }
  const path = location === paths.home ? location : location.replace(/\/$/, "");
  return <SignedInScreen path={path} screen={signedInScreens[name]} />;
}

function SignedInScreen({ path, screen }: { path: string; screen: Screen }) {
  const authentication = useAuthentication();
  const isHome = path === paths.home;
  useRedirectWhenSignedOut(authentication, !isHome);
  useReturnToRememberedPath(authentication, isHome);
  useOneUserPerBrowser(authentication, isHome);
  if (authentication.state === "signed-in") {
    const Component = screen.component;
    return (
      <Suspense fallback={fullPageSpinner}>
        <AppShell user={authentication.user} path={path}>
          <Component />
        </AppShell>
      </Suspense>
    );
  }
  if (authentication.state === "unknown" && !isHome) return <Unreachable onRetry={authentication.retry} />;
  return isHome ? <Landing /> : fullPageSpinner;
}

const userKey = "sizana.person";

/**
 * A browser is signed in as one user. When that user signs out or another one signs in, tabs that still show the previous
 * user start over.
 */
function useOneUserPerBrowser(authentication: Authentication, isHome: boolean): void {
  const userId = authentication.state === "signed-in" ? authentication.user.id : null;
  const hasSignedOut = authentication.state === "signed-out" && isHome;
  useEffect(() => {
    if (hasSignedOut) store(userKey, "");
  }, [hasSignedOut]);
  useEffect(() => {
    if (userId === null) return;
    // The browser sends this event to the other tabs only.
    const onStorage = (event: StorageEvent) => {
      if (event.key === userKey && event.newValue !== userId) window.location.assign(paths.home);
    };
    window.addEventListener("storage", onStorage);
    store(userKey, userId);
    return () => window.removeEventListener("storage", onStorage);
  }, [userId]);
}

/**
 * Single sign-on always ends at the start page; from there this returns to the remembered path. Opening the start
 * page while signed out forgets it: a request that failed after signing out must not send the next user to that screen.
 * Half-written replies and filters are forgotten then, too.
 */
function useReturnToRememberedPath({ state }: Authentication, isHome: boolean): void {
  const [, navigate] = useLocation();
  const hasSignedOut = state === "signed-out" && isHome;
  const isSignedIn = state === "signed-in";
  useEffect(() => {
    if (!isSignedIn && !hasSignedOut) return;
    if (hasSignedOut) {
      forgetDrafts();
      forgetFilters();
    }
    const path = takeRememberedPath();
    if (isSignedIn && isHome && path !== paths.home) navigate(path, { replace: true });
  }, [isSignedIn, hasSignedOut, isHome, navigate]);
}
