import { paths } from "../contract/screens.ts";

/** Paths that the server handles itself, outside the single-page app. */
export const serverPaths = {
  login: "/api/login",
  /** For people without an account. */
  getStarted: "/api/login?new",
  logout: "/api/logout",
  singleSignOn: "/api/auth/single-sign-on",
} as const;

export type SettingsTab = "profile" | "api-keys" | "webhooks" | "members" | "language-model" | "privacy";

/** A path that carries the invitation on, if there is one. */
export function withInvitation(path: string, invitation: string | null): string {
  return invitation ? `${path}?invitation=${encodeURIComponent(invitation)}` : path;
}

export const conversationPath = (id: string): string => `${paths.inbox}?conversation=${id}`;

export const ticketPath = (ticketId: string): string => paths.ticket.replace(":id", ticketId);

/** The documents for staff (internal) or for customers. */
export function documentsPath(type: "internal" | "external"): string {
  return type === "internal" ? paths.documents : `${paths.documents}?tab=${type}`;
}

/** The golden questions and the held versions. */
export const goldenQuestionsPath = `${paths.analytics}?tab=golden`;

export const settingsPath = (tab: SettingsTab): string => `${paths.settings}?tab=${tab}`;
