import type { Role } from "../contract/common.ts";

// The server decides; this only keeps from the screen what it would refuse.

/** May upload documents, replace them and have them read again. */
export function mayUploadDocuments(role: Role): boolean {
  return role !== "viewer";
}

/** May connect programs and numbers, delete documents and change how the organization is set up. */
export function mayManage(role: Role): boolean {
  return role === "owner" || role === "admin";
}

/** May take over conversations with customers and answer in them. */
export function mayAnswerConversations(role: Role): boolean {
  return role !== "viewer";
}

/** May write answers to what was asked. */
export function mayWriteAnswers(role: Role): boolean {
  return role !== "viewer";
}

/** May work on tickets. */
export function mayWorkOnTickets(role: Role): boolean {
  return role !== "viewer";
}

/** May give a member another role or remove them; only owners touch owners. */
export function mayChangeMember(role: Role, memberRole: Role): boolean {
  return role === "owner" || (role === "admin" && memberRole !== "owner");
}

/** May rename the organization. */
export function mayRename(role: Role): boolean {
  return role === "owner";
}
