/**
 * The path of every screen of the web application. The browser shows a screen for each of them, and the server
 * answers each with the web application's page. A part that begins with ":" matches any one part.
 */
export const screens = {
  home: "/",
  documents: "/documents",
  chat: "/chat",
  whatsapp: "/whatsapp",
  inbox: "/inbox",
  analytics: "/analytics",
  feedback: "/feedback",
  tickets: "/tickets",
  /** One ticket, and the page of one rating link. */
  ticket: "/tickets/:id",
  rate: "/rate/:id",
  businessConfig: "/business-config",
  settings: "/settings",
  signIn: "/sign-in",
  signUp: "/sign-up",
  resetPassword: "/reset-password",
  /** Opened by links in emails; the token is in the fragment. */
  confirmSignUp: "/confirm-sign-up",
  confirmEmail: "/confirm-email",
} as const;

export type ScreenAddress = (typeof screens)[keyof typeof screens];

const partsOf = (address: string): string[] => address.split("/").filter((part) => part !== "");

/** The screen at a path, with or without a trailing slash; null if there is none. */
export function screenAt(path: string): ScreenAddress | null {
  const segments = partsOf(path);
  const matches = (parts: string[]): boolean =>
    parts.length === segments.length &&
    parts.every((part, at) => part.startsWith(":") || part === segments[at]);
  return Object.values(screens).find((screen) => matches(partsOf(screen))) ?? null;
}
