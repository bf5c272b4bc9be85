import { type ComponentType, lazy, type LazyExoticComponent, Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { type Authentication, useAuthentication } from "./features/auth/api.ts";
import { paths } from "./paths.ts";
import { Landing } from "./screens/landing.tsx";
import { NotFound } from "./screens/not-found.tsx";
import { Unreachable } from "./screens/unreachable.tsx";
import { FullPageSpinner } from "./ui/spinner.tsx";
import { announceUnauthorized } from "./unauthorized.ts";

interface Screen {
  component: LazyExoticComponent<ComponentType>;
  load: () => Promise<unknown>;
}

function lazyScreen(load: () => Promise<ComponentType>): Screen {
  return { load, component: lazy(async () => ({ default: await load() })) };
}

const loadShell = async () => (await import("./screens/app-shell.tsx")).AppShell;
const AppShell = lazy(async () => ({ default: await loadShell() }));

/** Screens that anyone may open. */
const publicScreens: Record<string, Screen> = {
  [paths.signIn]: lazyScreen(async () => (await import("./screens/sign-in.tsx")).SignInScreen),
  [paths.signUp]: lazyScreen(async () => (await import("./screens/sign-up.tsx")).SignUpScreen),
  [paths.resetPassword]: lazyScreen(
    async () => (await import("./screens/reset-password.tsx")).ResetPasswordScreen,
  ),
  [paths.rate]: lazyScreen(async () => (await import("./screens/rate.tsx")).RateScreen),
};

/** Screens for signed-in people, shown beside the sidebar. */
const signedInScreens: Record<string, Screen> = {
  [paths.home]: lazyScreen(async () => (await import("./screens/dashboard.tsx")).DashboardScreen),
  [paths.documents]: lazyScreen(async () => (await import("./screens/documents.tsx")).DocumentsScreen),
  [paths.chat]: lazyScreen(async () => (await import("./screens/chat.tsx")).ChatScreen),
  [paths.whatsapp]: lazyScreen(async () => (await import("./screens/whatsapp.tsx")).WhatsappScreen),
  [paths.inbox]: lazyScreen(async () => (await import("./screens/inbox.tsx")).InboxScreen),
  [paths.analytics]: lazyScreen(async () => (await import("./screens/analytics.tsx")).AnalyticsScreen),
  [paths.feedback]: lazyScreen(async () => (await import("./screens/feedback.tsx")).FeedbackScreen),
  [paths.tickets]: lazyScreen(async () => (await import("./screens/tickets.tsx")).TicketsScreen),
  [paths.ticket]: lazyScreen(async () => (await import("./screens/ticket.tsx")).TicketScreen),
  [paths.businessConfig]: lazyScreen(
    async () => (await import("./screens/business-config.tsx")).BusinessConfigScreen,
  ),
  [paths.settings]: lazyScreen(async () => (await import("./screens/settings.tsx")).SettingsScreen),
};

/** A trailing slash names the same screen. */
function screenPath(location: string): string {
  return location.length > 1 && location.endsWith("/") ? location.slice(0, -1) : location;
}

/** Under which a screen is listed: that of a ticket or a rating link is one for all of them. */
function screenName(path: string): string {
  return path.replace(/^\/(tickets|rate)\/[\w-]+$/, "/$1/:id");
}

// The code of a screen is fetched while the server is asked who is signed in, not after.
const firstScreen = screenName(screenPath(window.location.pathname));
if (firstScreen !== paths.home && signedInScreens[firstScreen]) {
  void loadShell();
  void signedInScreens[firstScreen].load();
}

export function App() {
  const [location] = useLocation();
  const path = screenPath(location);
  const open = publicScreens[screenName(path)];
  if (open) {
    const Component = open.component;
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <Component />
      </Suspense>
    );
  }
  const guarded = signedInScreens[screenName(path)];
  return guarded ? <SignedInScreen path={path} screen={guarded} /> : <NotFound />;
}

function SignedInScreen({ path, screen }: { path: string; screen: Screen }) {
  const authentication = useAuthentication();
  const isHome = path === paths.home;
  useRedirectWhenSignedOut(authentication, isHome);
  if (authentication.state === "signed-in") {
    const Component = screen.component;
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <AppShell user={authentication.user} path={path}>
          <Component />
        </AppShell>
      </Suspense>
    );
  }
  if (authentication.state === "unknown" && !isHome) return <Unreachable onRetry={authentication.retry} />;
  return isHome ? <Landing /> : <FullPageSpinner />;
}

function useRedirectWhenSignedOut(authentication: Authentication, isHome: boolean): void {
  const isSignedOut = authentication.state === "signed-out";
  useEffect(() => {
    if (isSignedOut && !isHome) announceUnauthorized();
  }, [isSignedOut, isHome]);
}
