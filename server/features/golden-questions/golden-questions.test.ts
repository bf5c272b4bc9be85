import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatExchange, ChatMessage } from "../../../contract/conversations.ts";
import { Document } from "../../../contract/documents.ts";
import { GoldenQuestion, VersionCheck } from "../../../contract/golden-questions.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const urlOf = (account: Account, noun: string) => `/api/organizations/${account.organizationId}/${noun}`;

const returns30 = [
  "Customers may return unworn shoes within 30 days of the purchase.",
  "The refund for returned shoes is paid within 5 working days.",
];
const returns45 = [
  "Customers may return unworn shoes within 45 days of the purchase.",
  "The refund for returned shoes is paid within 5 working days.",
];
const question = "Within how many days may customers return unworn shoes?";
const form = { type: "external", question, mustHold: ["30 days"], mustNotHold: ["45"] };

async function write(account: Account, change: object = {}): Promise<GoldenQuestion> {
  const reply = await account.request("POST", urlOf(account, "golden-questions"), { ...form, ...change });
  expect(reply.statusCode).toBe(201);
  return GoldenQuestion.parse(reply.json());
}

async function list(account: Account): Promise<GoldenQuestion[]> {
  const reply = await account.request("GET", urlOf(account, "golden-questions"));
  return GoldenQuestion.array().parse(reply.json());
}

async function held(account: Account): Promise<VersionCheck[]> {
  const reply = await account.request("GET", urlOf(account, "version-checks"));
  return VersionCheck.array().parse(reply.json());
}

async function ask(account: Account, content: string): Promise<ChatMessage> {
  const session = await account.request("POST", urlOf(account, "chat/sessions"), { type: "external" });
  const { id } = session.json<{ id: string }>();
  const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, { content });
  return reply.json<ChatExchange>().assistantMessage;
}

const addReturns = (account: Account, paragraphs: string[], name = "Returns.docx") =>
  addWordDocument(account, name, paragraphs, "external");

/** An account with a golden question that its document answers as expected. */
async function withReturns(): Promise<Account> {
  const account = await signUp(server);
  await addReturns(account, returns30);
  await write(account);
  await expect.poll(async () => (await list(account))[0]?.result?.holds).toBe(true);
  return account;
}

const accept = (account: Account, versionId: string) =>
  account.request("POST", `${urlOf(account, "version-checks")}/${versionId}/accept`);

const documentNow = async (account: Account, id: string) =>
  Document.parse((await account.request("GET", `/api/documents/${id}`)).json());

describe("a golden question", () => {
  test("is asked when it is created, and shows the answer", async () => {
    const account = await withReturns();
    expect(await list(account)).toMatchObject([
      {
        ...form,
        result: { holds: true, answer: expect.stringContaining("30 days"), answeredBy: "extractive" },
      },
    ]);
  });

  test("fails when the documents don't answer it, or answer something else", async () => {
    const account = await signUp(server);
    await addReturns(account, returns45);
    await write(account);
    await write(account, { question: "Which bank lends money to penguins?", mustHold: ["fish"] });
    await expect
      .poll(async () => (await list(account)).map(({ result }) => result?.holds))
      .toEqual([false, false]);
  });

  test("is asked again when it is changed, and is gone when it is deleted", async () => {
    const account = await withReturns();
    const [golden] = await list(account);
    const url = `${urlOf(account, "golden-questions")}/${golden?.id}`;
    const change = { question, mustHold: ["5 working days | thirty days"], mustNotHold: [] };
    const changed = GoldenQuestion.parse((await account.request("PUT", url, change)).json());
    expect(changed).toMatchObject({ ...change, result: null });
    await expect.poll(async () => (await list(account))[0]?.result?.holds).toBeDefined();
    expect((await account.request("DELETE", url)).statusCode).toBe(204);
    expect(await list(account)).toEqual([]);
  });

  test("exists only once per audience", async () => {
    const account = await withReturns();
    const again = await account.request("POST", urlOf(account, "golden-questions"), {
      ...form,
      question: "within how many days may customers return unworn shoes",
    });
    expect([again.statusCode, again.json()]).toMatchObject([409, { code: "already_golden" }]);
    await write(account, { type: "internal" });
  });

  test("is asked again when a preset, a curated answer or the documents change", async () => {
    const account = await withReturns();
    const answer = { type: "external", question, answer: "Ask in the shop.", wordings: [] };
    const written = await account.request("POST", urlOf(account, "curated-answers"), answer);
    await expect
      .poll(async () => (await list(account))[0]?.result)
      .toMatchObject({ holds: false, answer: "Ask in the shop.", answeredBy: "curated" });
    await account.request(
      "DELETE",
      `${urlOf(account, "curated-answers")}/${written.json<{ id: string }>().id}`,
    );
    await expect.poll(async () => (await list(account))[0]?.result?.holds).toBe(true);
    const documents = await account.request("GET", `${urlOf(account, "documents")}?type=external`);
    const [document] = Document.array().parse(documents.json());
    await account.request("DELETE", `/api/documents/${document?.id}`);
    await expect.poll(async () => (await list(account))[0]?.result?.holds).toBe(false);
  });
});

describe("a new version that breaks a golden question", () => {
  test("is completed but not live until it is accepted", async () => {
    const account = await withReturns();
    const { id } = await addReturns(account, returns45);
    const document = await documentNow(account, id);
    expect(document).toMatchObject({ status: "completed", version: 2, answeringVersion: 1, held: true });
    expect((await ask(account, question)).content).toContain("30 days");
    const [check] = await held(account);
    expect(check).toMatchObject({
      documentId: id,
      documentName: "Returns.docx",
      version: 2,
      goldenAsked: 1,
      goldenBroken: 1,
      rehearsalAsked: 0,
      differences: [
        {
          kind: "golden",
          question,
          mustHold: ["30 days"],
          before: { answered: true, content: expect.stringContaining("30 days") },
          after: { answered: true, content: expect.stringContaining("45 days") },
        },
      ],
    });
    expect((await list(account))[0]?.result?.holds).toBe(true);
    expect((await accept(account, check?.versionId ?? "")).statusCode).toBe(202);
    await expect
      .poll(() => documentNow(account, id))
      .toMatchObject({ status: "completed", answeringVersion: 2, held: false });
    expect((await ask(account, question)).content).toContain("45 days");
    expect(await held(account)).toEqual([]);
    expect((await accept(account, check?.versionId ?? "")).statusCode).toBe(404);
    await expect.poll(async () => (await list(account))[0]?.result?.holds).toBe(false);
  });

  test("is no longer held once a version that breaks nothing replaces it", async () => {
    const account = await withReturns();
    await addReturns(account, returns45);
    const { id } = await addReturns(account, [...returns30, "Boots may be exchanged for another size."]);
    expect(await documentNow(account, id)).toMatchObject({ version: 3, answeringVersion: 3, held: false });
    expect(await held(account)).toEqual([]);
    expect((await list(account))[0]?.result?.holds).toBe(true);
  });

  test("is held even if it is the first version of another document", async () => {
    const account = await withReturns();
    const { id } = await addReturns(
      account,
      ["Unworn shoes may be returned by customers within 45 days, sandals within 7 days."],
      "Unworn shoes that customers return.docx",
    );
    expect(await documentNow(account, id)).toMatchObject({ answeringVersion: null, held: true });
    expect((await ask(account, question)).content).toContain("30 days");
  });

  test("leaves the index unchanged", async () => {
    const account = await withReturns();
    const count = () =>
      withTenant(server.context.db, account.organizationId, async (trx) => ({
        versions: await trx.selectFrom("index_versions").select("version").execute(),
        vocabulary: await trx.selectFrom("vocabulary").select(["term", "versions"]).orderBy("term").execute(),
      }));
    const before = await count();
    await addReturns(account, returns45);
    expect(await count()).toEqual(before);
  });

  test("goes live if the question already failed before", async () => {
    const account = await signUp(server);
    await addReturns(account, returns45);
    await write(account);
    await expect.poll(async () => (await list(account))[0]?.result?.holds).toBe(false);
    const { id } = await addReturns(account, [...returns45, "Socks can't be returned."]);
    expect(await documentNow(account, id)).toMatchObject({ answeringVersion: 2, held: false });
  });
});

describe("a dress rehearsal", () => {
  const setRehearsal = (account: Account, enabled: boolean) =>
    account.request("PUT", urlOf(account, "rehearsal"), { enabled });

  test("asks recent questions of a new version, and holds it if answers differ", async () => {
    const account = await signUp(server);
    await addReturns(account, returns30);
    await ask(account, question);
    await ask(account, "Hello!");
    await ask(account, "Which material are your hiking boots made of?");
    expect((await setRehearsal(account, true)).json()).toEqual({ enabled: true });
    const { id } = await addReturns(account, returns45);
    expect(await documentNow(account, id)).toMatchObject({ answeringVersion: 1, held: true });
    const [check] = await held(account);
    expect(check).toMatchObject({ goldenAsked: 0, rehearsalAsked: 2, rehearsalChanged: 1 });
    expect(check?.differences).toMatchObject([{ kind: "rehearsal", question, mustHold: [] }]);
    await accept(account, check?.versionId ?? "");
    await expect.poll(() => documentNow(account, id)).toMatchObject({ answeringVersion: 2 });
  });

  test("lets a first version and a version that changes no answer go live", async () => {
    const account = await signUp(server);
    await setRehearsal(account, true);
    const first = await addReturns(account, returns30);
    expect(await documentNow(account, first.id)).toMatchObject({ answeringVersion: 1 });
    await ask(account, question);
    const { id } = await addReturns(account, [...returns30, "Penguins eat fish."]);
    expect(await documentNow(account, id)).toMatchObject({ answeringVersion: 2, held: false });
  });

  test("is off by default, and can be switched on and off", async () => {
    const account = await signUp(server);
    await addReturns(account, returns30);
    await ask(account, question);
    expect((await account.request("GET", urlOf(account, "rehearsal"))).json()).toEqual({ enabled: false });
    await setRehearsal(account, true);
    await setRehearsal(account, false);
    const { id } = await addReturns(account, returns45);
    expect(await documentNow(account, id)).toMatchObject({ answeringVersion: 2, held: false });
  });
});

test("hides golden questions, checks and the setting from other organizations", async () => {
  const account = await withReturns();
  const stranger = await signUp(server);
  await addReturns(account, returns45);
  const [golden] = await list(account);
  const [check] = await held(account);
  for (const noun of ["golden-questions", "version-checks", "rehearsal"])
    expect((await stranger.request("GET", urlOf(account, noun))).statusCode).toBe(404);
  const url = `${urlOf(stranger, "golden-questions")}/${golden?.id}`;
  expect((await stranger.request("DELETE", url)).statusCode).toBe(404);
  const change = { question, mustHold: ["x"], mustNotHold: [] };
  expect((await stranger.request("PUT", url, change)).statusCode).toBe(404);
  expect((await accept(stranger, check?.versionId ?? "")).statusCode).toBe(404);
  await account.request("PUT", urlOf(account, "rehearsal"), { enabled: true });
  const seen = await withTenant(server.context.db, stranger.organizationId, async (trx) => [
    await trx.selectFrom("golden_questions").select("id").execute(),
    await trx.selectFrom("version_checks").select("version_id").execute(),
    await trx.selectFrom("rehearsal_settings").select("enabled").execute(),
  ]);
  expect(seen).toEqual([[], [], []]);
});
