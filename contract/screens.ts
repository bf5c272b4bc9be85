/**
 * The path of every screen of the web application. The browser shows a screen for each of them, and the server
 * answers each with the web application's page. A part that begins with ":" matches any one part.
 */
export const paths = {
  home: "/",
  documents: "/documents",
  chat: "/chat",
  whatsapp: "/whatsapp",
  inbox: "/inbox",
  analytics: "/analytics",
  feedback: "/feedback",
  tickets: "/tickets",
  ticket: "/tickets/:id",
  /** Opened by the rating link that a customer receives. */
  rate: "/rate/:id",
  businessConfig: "/business-config",
  settings: "/settings",
  signIn: "/sign-in",
  signUp: "/sign-up",
  resetPassword: "/reset-password",
  /** Opened by a link in an email, with the token in the fragment. */
  confirmSignUp: "/confirm-sign-up",
  /** Opened in the same way. */
  confirmEmail: "/confirm-email",
} as const;

export type ScreenPath = (typeof paths)[keyof typeof paths];

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** The screen at a path, with or without a trailing slash; null if there is none. */
export function screenAt(path: string): ScreenPath | null {
  const segments = partsOf(path);
  const matches = (parts: string[]): boolean =>
    parts.length === segments.length &&
    parts.every((part, at) => part.startsWith(":") || part === segments[at]);
  return Object.values(paths).find((screen) => matches(partsOf(screen))) ?? null;
}
