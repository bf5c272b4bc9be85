import type { Role } from "./common.ts";

const everyone = ["owner", "admin", "agent", "viewer"] as const;
const staff = ["owner", "admin", "agent"] as const;
const management = ["owner", "admin"] as const;

/** Who may do what in an organization. Read a line as: "read documents: everyone". */
export const permissions = {
  "follow events": everyone,
  "read documents": everyone,
  "upload documents": staff,
  "retry documents": staff,
  "delete documents": management,
  "chat with the assistant": everyone,
  "see analytics": everyone,
  "write answers": staff,
  "see members": everyone,
  "invite members": management,
  "manage members": management,
  "leave the organization": everyone,
  "change the organization's settings": ["owner"],
  "see the security settings": management,
  "require two-step verification": ["owner"],
  "delete the organization": ["owner"],
  "manage personal data": management,
  "see the WhatsApp integration": everyone,
  "manage the WhatsApp integration": management,
  "see conversations": everyone,
  "answer conversations": staff,
  "see tickets": everyone,
  "work on tickets": staff,
  "see feedback": everyone,
  "ask for feedback": staff,
  "see API keys": management,
  "manage API keys": management,
  "see the business configuration": everyone,
  "manage the business configuration": management,
  "see the language model usage": everyone,
  "manage the language model": management,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** Whether a member may give another one a new role or, without `newRole`, remove them. Only owners change owners. */
export function mayChangeMember(role: Role, memberRole: Role, newRole: Role | null): boolean {
  return role === "owner" || (role === "admin" && memberRole !== "owner" && newRole !== "owner");
}
