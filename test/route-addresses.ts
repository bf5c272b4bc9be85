import { randomUUID } from "node:crypto";
import type { Role } from "../contract/common.ts";
import { withTenant } from "../server/database/database.ts";
import { signUpMember, type Account } from "./accounts.ts";
import { multipart } from "./documents.ts";
import type { TestServer } from "./server.ts";

/** The organization whose routes a test calls. */
export interface CalledOrganization {
  server: TestServer;
  owner: Account;
  /** An API key with every permission. */
  key: string;
  /** A caller's role in it; undefined for everyone else. */
  roleOf: (caller: Account) => Role | undefined;
}

interface Call extends CalledOrganization {
  url: string;
  caller: Account;
  /** The earlier ids in the address, by name. */
  made: ReadonlyMap<string, string>;
}

/** A route's address with new ids of this organization; the caller's own where they may create such a thing. */
export async function addressOf(
  url: string,
  organization: CalledOrganization,
  caller: Account,
): Promise<string> {
  const made = new Map<string, string>();
  for (const [, name = ""] of url.matchAll(/:(\w+)/g)) {
    const make = makers[name];
    if (make === undefined) throw new Error(`add a maker for ${name} to test/route-addresses.ts`);
    made.set(name, await make({ ...organization, url, caller, made }));
  }
  return url.replaceAll(/:(\w+)/g, (_whole, name: string) => made.get(name) ?? "");
}

/** Creates an API key. */
export async function makeKey(
  owner: Account,
  permissions: { internal: boolean; external: boolean },
): Promise<{ id: string; key: string }> {
  return create(owner, "api-keys", { name: "A program", permissions });
}

async function create(owner: Account, below: string, form: object) {
  const url = `/api/organizations/${owner.organizationId}/${below}`;
  return (await owner.request("POST", url, form)).json<{ id: string; key: string; token: string }>();
}

const makers: Record<string, (call: Call) => string | Promise<string>> = {
  organizationId: ({ owner }) => owner.organizationId,
  id: makeId,
  userId: ({ url, caller, ...organization }) =>
    url.includes("/members/") ? newcomer(organization) : caller.user.id,
  objectId: () => randomUUID(),
  partNumber: () => "1",
  page: () => "1",
  version: () => "1",
  // Not an id, so callers with permission get an error for that.
  passkeyId: () => "none",
  connectionId: () => "none",
  uploadId: beginUpload,
  messageId: askInSession,
  invitationId: inviteSomebody,
  conversationId: startConversation,
  fileId: storeFile,
  versionId: holdVersion,
  integrationId: connectNumber,
  token: async ({ owner }) => (await create(owner, "feedback/links", {})).token,
  ticketId: async ({ owner }) => (await create(owner, "tickets", { title: "The zip of my tent" })).id,
  curatedAnswerId: async ({ owner }) =>
    (await create(owner, "curated-answers", { ...newQuestion(), answer: "Yes." })).id,
  goldenQuestionId: async ({ owner }) =>
    (await create(owner, "golden-questions", { ...newQuestion(), mustHold: ["yes"] })).id,
  configurationId: async ({ owner }) => {
    const settings = { settings: {}, templateSettings: {}, workflowSettings: {} };
    return (await create(owner, "business-config", { businessType: "retail", ...settings })).id;
  },
};

const newQuestion = () => ({ type: "external", question: `May I bring ${randomUUID()}?` });

/** The meaning of `id` depends on the path before it. */
async function makeId({ url, owner, caller, roleOf }: Call): Promise<string> {
  if (url.startsWith("/api/documents/")) return upload(owner);
  if (url.startsWith("/api/api-keys/")) return (await makeKey(owner, { internal: true, external: true })).id;
  const asker = roleOf(caller) === undefined ? owner : caller;
  const sessions = `/api/organizations/${owner.organizationId}/chat/sessions`;
  return (await asker.request("POST", sessions, {})).json<{ id: string }>().id;
}

async function upload(owner: Account): Promise<string> {
  const url = `/api/organizations/${owner.organizationId}/documents/upload`;
  const file = { name: `${randomUUID()}.pdf`, bytes: Buffer.from("%PDF-1.7") };
  return (await owner.request("POST", url, multipart({ type: "internal" }, file))).json<{ id: string }>().id;
}

async function newcomer({ server, owner }: Pick<Call, "server" | "owner">): Promise<string> {
  return (await signUpMember(server, owner.organizationId, { role: "viewer" })).user.id;
}

async function inviteSomebody({ owner }: Call): Promise<string> {
  await create(owner, "invitations", { email: `${randomUUID()}@example.org` });
  const reply = await owner.request("GET", `/api/organizations/${owner.organizationId}/invitations`);
  return reply.json<{ id: string }[]>()[0]?.id ?? "";
}

async function startConversation({ server, key }: Call): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const payload = { question: "Hello", type: "external" };
  const reply = await server.app.inject({ method: "POST", url: "/api/webhook/chat", headers, payload });
  return reply.json<{ conversationId: string }>().conversationId;
}

/** Asks a question in a conversation. Returns the answer's id. */
async function askInSession({ owner, caller, roleOf, made }: Call): Promise<string> {
  const asker = roleOf(caller) === undefined ? owner : caller;
  const url = `/api/chat/sessions/${made.get("id")}/messages`;
  const reply = await asker.request("POST", url, { content: "Hello" });
  return reply.json<{ assistantMessage: { id: string } }>().assistantMessage.id;
}

async function beginUpload({ owner, caller, roleOf }: Call): Promise<string> {
  const uploader = ["owner", "admin", "agent"].includes(roleOf(caller) ?? "") ? caller : owner;
  const metadata = { organizationId: owner.organizationId };
  const reply = await uploader.request("POST", "/api/s3/multipart", { metadata });
  return reply.json<{ uploadId: string }>().uploadId;
}

async function connectNumber({ owner }: Call): Promise<string> {
  const phoneNumberId = String(Math.floor(Math.random() * 1e15));
  const form = { businessName: "Acme", phoneNumberId, accessToken: "token", webhookVerifyToken: "verify-me" };
  return (await create(owner, "whatsapp", form)).id;
}

/** Stores a file as if the customer had sent it with the conversation's first message. */
async function storeFile({ server, owner, made }: Call): Promise<string> {
  const { organizationId } = owner;
  const storageKey = `${organizationId}/messages/${randomUUID()}`;
  await server.context.storage.put(storageKey, Buffer.from("%PDF-1.7"));
  return withTenant(server.context.db, organizationId, async (trx) => {
    const message = await trx
      .selectFrom("messages")
      .select("id")
      .where("conversation_id", "=", made.get("conversationId") ?? "")
      .orderBy("position")
      .executeTakeFirstOrThrow();
    const file = {
      organization_id: organizationId,
      message_id: message.id,
      kind: "document",
      media_id: "1",
      state: "stored",
      storage_key: storageKey,
      size_bytes: 8,
      media_type: "application/pdf",
    };
    return (await trx.insertInto("message_files").values(file).returning("id").executeTakeFirstOrThrow()).id;
  });
}

/** Uploads a version and holds it, as if it had broken a golden question. */
async function holdVersion({ server, owner }: Call): Promise<string> {
  const { organizationId } = owner;
  const id = await upload(owner);
  return withTenant(server.context.db, organizationId, async (trx) => {
    const version = await trx
      .updateTable("document_versions")
      .set({ status: "completed" })
      .where("document_id", "=", id)
      .returning("id")
      .executeTakeFirstOrThrow();
    const counts = { golden_asked: 1, golden_broken: 1, rehearsal_asked: 0, rehearsal_changed: 0 };
    const check = { organization_id: organizationId, version_id: version.id, held_at: new Date() };
    await trx
      .insertInto("version_checks")
      .values({ ...check, ...counts, differences: "[]" })
      .execute();
    return version.id;
  });
}
