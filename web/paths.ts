/** Every address of the web application, and the navigations that the server answers. */
export const paths = {
  home: "/",
  documents: "/documents",
  chat: "/chat",
  whatsapp: "/whatsapp",
  feedback: "/feedback",
  tickets: "/tickets",
  businessConfig: "/business-config",
  settings: "/settings",
  signIn: "/sign-in",
  signUp: "/sign-up",
} as const;

export const serverPaths = { login: "/api/login", logout: "/api/logout" } as const;

export type SettingsTab = "profile" | "api-keys" | "webhooks";

/** The settings screen with a tab open. */
export function settingsPath(tab: SettingsTab): string {
  return `${paths.settings}?tab=${tab}`;
}
