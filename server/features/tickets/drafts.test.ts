import { Document as WordDocument, Packer, Paragraph } from "docx";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Audience } from "../../../contract/common.ts";
import { TicketDetail, type TicketDraft } from "../../../contract/tickets.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer();
  account = await signUp(server);
  await addDocument("Returns.docx", "external", [
    "A tent can be returned within thirty days of the purchase, with the receipt.",
    "The zip of a tent is repaired free of charge in the first two years after the purchase.",
    "Repairs are sent back to the customer by courier within ten working days.",
  ]);
  await addDocument("Leave policy.docx", "internal", [
    "Full-time employees receive eighteen working days of paid annual leave in each leave cycle.",
  ]);
});
afterAll(() => server.close());

async function addDocument(name: string, audience: Audience, texts: string[]): Promise<void> {
  const children = texts.map((text) => new Paragraph(text));
  const bytes = await Packer.toBuffer(new WordDocument({ sections: [{ children }] }));
  const { id } = await uploadDocument(account, { name, bytes }, audience);
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed" });
}

async function create(form: object): Promise<TicketDetail> {
  const reply = await account.request("POST", `/api/organizations/${account.organizationId}/tickets`, form);
  return TicketDetail.parse(reply.json());
}

const read = async (id: string): Promise<TicketDetail> =>
  TicketDetail.parse((await account.request("GET", `/api/tickets/${id}`)).json());

async function waitForDraft(id: string): Promise<TicketDraft> {
  const state = async () => (await read(id)).draft?.state;
  await expect.poll(state, { interval: 50 }).not.toBe("writing");
  const { draft } = await read(id);
  if (draft === null) throw new Error("there is no draft");
  return draft;
}

const post = (id: string, action: string, body?: object) =>
  account.request("POST", `/api/tickets/${id}/${action}`, body);

test("drafts a reply from the external documents, which is sent once, as edited", async () => {
  const made = await create({
    title: "Zip",
    description: "How long are zips of a tent repaired free of charge?",
  });
  expect(made.draft).toMatchObject({ state: "writing", content: null, confidence: null, sources: [] });
  const draft = await waitForDraft(made.id);
  expect(draft).toMatchObject({ id: made.draft?.id, state: "ready", answered: true });
  expect(draft.content).toContain("first two years");
  expect(draft.confidence).toBeGreaterThan(0.3);
  expect(draft.sources[0]).toMatchObject({ documentName: "Returns.docx", page: 1 });
  const content = "For two years. Send it to us.";
  const sends = [1, 2].map(() => post(made.id, "draft/send", { draftId: draft.id, content }));
  const codes = (await Promise.all(sends)).map(({ statusCode }) => statusCode);
  expect(codes.toSorted((a, b) => a - b)).toEqual([201, 409]);
  const { messages, draft: done } = await read(made.id);
  expect(messages).toMatchObject([{ kind: "reply", content, fromDraft: true }]);
  expect(done?.state).toBe("sent");
});

test("drafts a reply to the customer's next question, with the earlier ones in mind", async () => {
  const { id } = await create({ description: "Within how many days can a tent be returned?" });
  const first = await waitForDraft(id);
  await post(id, "messages", { kind: "note", content: "Eighteen working days of annual leave." });
  const message = { kind: "customer", content: "Do I need the receipt for it?" };
  expect((await post(id, "messages", message)).statusCode).toBe(201);
  const second = await waitForDraft(id);
  expect(second.id).not.toBe(first.id);
  expect(second).toMatchObject({ answered: true, content: expect.stringContaining("receipt") });
  const late = await post(id, "draft/send", { draftId: first.id, content: "Too late" });
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: "draft_gone" }]);
});

test("never drafts from the other audience's documents", async () => {
  const description = "How many working days of paid annual leave do full-time employees receive?";
  const external = await waitForDraft((await create({ description })).id);
  expect(external).toMatchObject({ state: "ready", answered: false });
  expect(external.content ?? "").not.toContain("eighteen");
  expect(external.sources.map(({ documentName }) => documentName)).not.toContain("Leave policy.docx");
  const internal = await waitForDraft((await create({ description, audience: "internal" })).id);
  expect(internal).toMatchObject({ answered: true, content: expect.stringContaining("eighteen") });
});

test("discards a draft, and makes a new one on request", async () => {
  const { id } = await create({ description: "Within how many days can a tent be returned?" });
  const first = await waitForDraft(id);
  expect((await post(id, "draft/discard", { draftId: first.id })).statusCode).toBe(204);
  expect((await read(id)).draft?.state).toBe("discarded");
  expect((await post(id, "draft")).statusCode).toBe(202);
  expect(await waitForDraft(id)).toMatchObject({ state: "ready", content: first.content });
  const empty = await create({});
  expect((await post(empty.id, "draft")).json()).toMatchObject({ code: "nothing_to_answer" });
});

test("drafts no text if the documents have no answer", async () => {
  const { id } = await create({ description: "Which moon of Jupiter has the thickest ice?" });
  const draft = await waitForDraft(id);
  expect(draft).toMatchObject({ state: "ready", answered: false, content: null, confidence: null });
});
