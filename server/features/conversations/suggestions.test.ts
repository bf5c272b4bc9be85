import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { businessPresets } from "../../../contract/business-presets.ts";
import type { Audience } from "../../../contract/common.ts";
import type { ChatExchange, SuggestedQuestions } from "../../../contract/conversations.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument, uploadDocument, waitForDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer();
  account = await signUp(server);
});
afterAll(() => server.close());

async function suggestions(type: Audience): Promise<SuggestedQuestions> {
  const url = `/api/organizations/${account.organizationId}/chat/suggestions?type=${type}`;
  return (await account.request("GET", url)).json();
}

async function upload(name: string, type: Audience): Promise<void> {
  const bytes = await readFile(new URL(`../../../demo/files/${name}`, import.meta.url));
  const { id } = await uploadDocument(account, { name, bytes }, type);
  await waitForDocument(account, id);
}

test("suggests nothing without documents", async () => {
  expect(await suggestions("internal")).toEqual({ documents: "none", questions: [] });
});

test("tells for each audience whether its first document is still being read", async () => {
  const { extractor } = server.context;
  const prepare = extractor.prepare.bind(extractor);
  const mayRead = Promise.withResolvers<void>();
  const reading = vi.spyOn(extractor, "prepare").mockImplementationOnce(async (...given) => {
    await mayRead.promise;
    return prepare(...given);
  });
  const stranger = await signUp(server);
  const stateOf = async (type: Audience) => {
    const url = `/api/organizations/${stranger.organizationId}/chat/suggestions?type=${type}`;
    return (await stranger.request("GET", url)).json<SuggestedQuestions>().documents;
  };
  // A curated answer, which needs no document, does not change the state.
  const written = { type: "internal", question: "Who is the owner?", wordings: [], answer: "Thandi." };
  const answers = `/api/organizations/${stranger.organizationId}/curated-answers`;
  expect((await stranger.request("POST", answers, written)).statusCode).toBe(201);
  expect(await stateOf("internal")).toBe("none");
  const bytes = await readFile(new URL("../../../demo/files/HR Handbook.docx", import.meta.url));
  const { id } = await uploadDocument(stranger, { name: "HR Handbook.docx", bytes }, "internal");
  expect([await stateOf("internal"), await stateOf("external")]).toEqual(["being_read", "none"]);
  mayRead.resolve();
  await waitForDocument(stranger, id);
  expect([await stateOf("internal"), await stateOf("external")]).toEqual(["ready", "none"]);
  reading.mockRestore();
});

test("suggests only questions that the audience's documents answer", async () => {
  await upload("Returns Policy.docx", "external");
  await upload("Product Catalogue.pdf", "external");
  expect(await suggestions("internal")).toEqual({ documents: "none", questions: [] });
  const { documents, questions } = await suggestions("external");
  expect(documents).toBe("ready");
  expect(questions.length).toBeGreaterThan(1);
  const sessions = `/api/organizations/${account.organizationId}/chat/sessions`;
  for (const content of questions) {
    const { id } = (await account.request("POST", sessions, { type: "external" })).json<{ id: string }>();
    const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, { content });
    const { metadata } = reply.json<ChatExchange>().assistantMessage;
    expect([content, metadata?.kind]).toEqual([content, "answer"]);
  }
});

test("does not suggest a table header, even if its last cell is a question", async () => {
  const rows = ["Sanction | Valid for | Hearing needed?", "Verbal warning | 3 months | no"];
  const stranger = await signUp(server);
  await addWordDocument(stranger, "Disciplinary Code.docx", [...rows, "Is a hearing held? Yes, always."]);
  const url = `/api/organizations/${stranger.organizationId}/chat/suggestions?type=internal`;
  const { questions } = (await stranger.request("GET", url)).json<SuggestedQuestions>();
  expect(questions).toContain("Is a hearing held?");
  expect(questions.join(" ")).not.toContain("|");
});

test("suggests no question of a checklist", async () => {
  const stranger = await signUp(server);
  await addWordDocument(stranger, "Claims.docx", [
    "Who inspects the photographs? An assessor inspects the photographs within two days.",
    "Do the photographs show the damage?\nDo the photographs show the licence disc?",
  ]);
  const url = `/api/organizations/${stranger.organizationId}/chat/suggestions?type=internal`;
  const { questions } = (await stranger.request("GET", url)).json<SuggestedQuestions>();
  expect(questions).toEqual(["Who inspects the photographs?"]);
});

test.each([
  [
    "Before the hearing",
    "Before the hearing you are told in writing what you are charged with.",
    "what happens before the hearing",
  ],
  [
    "How warnings are given",
    "Warnings are given in writing, and a copy of each is kept in your file.",
    "how warnings are given",
  ],
])("turns the heading %s into a request", async (heading, text, request) => {
  const stranger = await signUp(server);
  await addWordDocument(stranger, "Disciplinary Code.docx", [{ heading }, text]);
  const url = `/api/organizations/${stranger.organizationId}/chat/suggestions?type=internal`;
  const { questions } = (await stranger.request("GET", url)).json<SuggestedQuestions>();
  expect(questions).toContain(`Tell me ${request}`);
});

test("stops suggesting questions about a topic once it is switched off", async () => {
  const organization = `/api/organizations/${account.organizationId}`;
  const question = "How long does an order take?";
  const answer = { type: "external", question, wordings: [], answer: "Two days." };
  expect((await account.request("POST", `${organization}/curated-answers`, answer)).statusCode).toBe(201);
  expect((await suggestions("external")).questions).toContain(question);
  const { templateSettings, workflowSettings, settings } = businessPresets.retail;
  const configuration = {
    businessType: "retail",
    templateSettings,
    workflowSettings,
    settings: { ...settings, orderManagementEnabled: false },
  };
  const applied = await account.request("POST", `${organization}/business-config`, configuration);
  expect(applied.statusCode).toBeLessThan(300);
  expect((await suggestions("external")).questions).not.toContain(question);
});
