/** Every address of the web application, and the navigations that the server answers. */
export const paths = {
  home: "/",
  documents: "/documents",
  chat: "/chat",
  whatsapp: "/whatsapp",
  inbox: "/inbox",
  analytics: "/analytics",
  feedback: "/feedback",
  tickets: "/tickets",
  /** One ticket and the page of one rating link, whichever it is. */
  ticket: "/tickets/:id",
  rate: "/rate/:id",
  businessConfig: "/business-config",
  settings: "/settings",
  signIn: "/sign-in",
  signUp: "/sign-up",
  resetPassword: "/reset-password",
} as const;

export const serverPaths = {
  login: "/api/login",
  logout: "/api/logout",
  singleSignOn: "/api/auth/single-sign-on",
} as const;

export type SettingsTab = "profile" | "api-keys" | "webhooks" | "members" | "language-model";

/** Sign-in or sign-up that ends in joining an organization, where there is an invitation to one. */
export function withInvitation(path: string, invitation: string | null): string {
  return invitation ? `${path}?invitation=${encodeURIComponent(invitation)}` : path;
}

/** The inbox with a conversation open. */
export function conversationPath(conversationId: string): string {
  return `${paths.inbox}?conversation=${conversationId}`;
}

/** The page of one ticket. */
export function ticketPath(ticketId: string): string {
  return paths.ticket.replace(":id", ticketId);
}

/** The documents for staff (internal) or for customers. */
export function documentsPath(type: "internal" | "external"): string {
  return type === "internal" ? paths.documents : `${paths.documents}?tab=${type}`;
}

/** The settings screen with a tab open. */
export function settingsPath(tab: SettingsTab): string {
  return `${paths.settings}?tab=${tab}`;
}
