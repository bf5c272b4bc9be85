import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { signUp } from "../../test/accounts.ts";
import { startDatabaseProxy } from "../../test/database-proxy.ts";
import { startTestDatabase } from "../../test/database.ts";
import { startTestServer, type TestServer } from "../../test/server.ts";
import { withTenant } from "../database/database.ts";
import { inUnitOfWork } from "../database/unit-of-work.ts";
import { readMessages, politeMetadata } from "./messages.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Saves a conversation in its own transaction, like one of several questions that are answered at the same time. */
async function save(
  organizationId: string,
  conversationId: string,
  question: string,
  {
    through = server,
    onBegun = async () => {},
  }: { through?: TestServer; onBegun?: () => Promise<void> } = {},
) {
  const { db, firstExchanges } = through.context;
  const answer = `Answer to ${question}`;
  const questionId = randomUUID();
  const first = { organizationId, conversationId, questionId, question, answer, metadata: politeMetadata };
  return inUnitOfWork(db, organizationId, (work) =>
    work.run(async (trx) => {
      await onBegun();
      return firstExchanges(trx, { ...first, opens: "external" });
    }),
  );
}

const messagesIn = async (organizationId: string, conversationId: string, { context } = server) =>
  withTenant(context.db, organizationId, async (trx) =>
    (await readMessages(trx, { organizationId, conversationId, limit: 5 })).map(({ content }) => content),
  );

test("commits each of several simultaneous conversations with its own messages", async () => {
  const accounts = await Promise.all([signUp(server), signUp(server)]);
  const all = Array.from({ length: 12 }, (_, n) => ({
    organizationId: accounts[n % 2]?.organizationId ?? "",
    conversationId: randomUUID(),
    question: `Question {"${n}"}, \\ 'and' so on`,
  }));
  const saved = await Promise.all(
    all.map(async ({ organizationId, conversationId, question }) => {
      const { userMessage, assistantMessage } = await save(organizationId, conversationId, question);
      const inDatabase = await messagesIn(organizationId, conversationId);
      expect(inDatabase).toEqual([userMessage.content, assistantMessage.content]);
      return inDatabase;
    }),
  );
  expect(saved).toEqual(all.map(({ question }) => [question, `Answer to ${question}`]));
  const [first] = all;
  expect(await messagesIn(accounts[1].organizationId, first?.conversationId ?? "")).toEqual([]);
});

test("saves the others when one conversation cannot be saved", async () => {
  const { organizationId } = await signUp(server);
  const taken = randomUUID();
  await save(organizationId, taken, "First");
  const ids = [randomUUID(), taken, randomUUID(), taken, randomUUID()];
  const tried = await Promise.allSettled(ids.map((id, n) => save(organizationId, id, `Question ${n}`)));
  expect(tried.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(await messagesIn(organizationId, ids[4] ?? "")).toEqual(["Question 4", "Answer to Question 4"]);
  expect(await messagesIn(organizationId, taken)).toEqual(["First", "Answer to First"]);
});

test("fails for only one conversation when a shared commit is not confirmed", async () => {
  const database = await startTestDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const through = await startTestServer({ worker: false, database: { ...database, url: proxy.url } });
  onTestFinished(() => through.close());
  const { organizationId } = await signUp(through);
  const ids = Array.from({ length: 4 }, () => randomUUID());
  const gate = Promise.withResolvers<void>();
  const saving: Promise<unknown>[] = [];
  for (const [n, id] of ids.entries()) {
    const begun = Promise.withResolvers<void>();
    const onBegun = async (): Promise<void> => {
      begun.resolve();
      await gate.promise;
    };
    saving.push(save(organizationId, id, `Question ${n}`, { through, onBegun }));
    await begun.promise;
  }
  // The first is saved alone; the others wait for it meanwhile and are then saved together.
  proxy.loseCommitAfter("Question 1");
  gate.resolve();
  const saved = await Promise.allSettled(saving);
  expect(saved.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  for (const [n, id] of ids.entries()) {
    const expected = [`Question ${n}`, `Answer to Question ${n}`];
    expect(await messagesIn(organizationId, id, through)).toEqual(expected);
  }
  expect(saved[3]).toMatchObject({ value: { userMessage: { content: "Question 3" } } });
});
