import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Document as WordDocument, Packer, Paragraph } from "docx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChatExchange, type ChatMessage } from "../../contract/conversations.ts";
import { Calibration } from "../../contract/model-usage.ts";
import { signUp, type Account } from "../../test/accounts.ts";
import { addWordDocument } from "../../test/documents.ts";
import {
  startFakeLanguageModel,
  type FakeLanguageModel,
} from "../../test/fake-language-model/language-model.ts";
import { startFakeS3 } from "../../test/fake-s3/fake-s3.ts";
import { runCommand } from "../../test/product-account.ts";
import { temporaryFolder } from "../../test/product-process.ts";
import { startTestServer, type TestServer } from "../../test/server.ts";

const desks = [
  ..."books boots bags belts bikes blinds bowls brooms candles carpets chairs clocks coats combs cups curtains".split(
    " ",
  ),
  ..."desks drums fans flutes gloves guitars hats hoses irons jackets kettles ladders lamps mirrors mugs needles".split(
    " ",
  ),
];
const hourOf = (at: number): string => `${(at % 12) + 1} o'clock`;
const sentenceOf = (at: number): string =>
  `The ${desks[at]} desk answers calls until ${hourOf(at)} in the afternoon.`;
const questionOf = (at: number): string => `until when does the ${desks[at]} desk answer calls`;
const paragraphs = desks.map((_, at) => sentenceOf(at));

let model: FakeLanguageModel;
let server: TestServer;
let environment: Record<string, string>;

beforeAll(async () => {
  model = await startFakeLanguageModel();
  model.otherwise(quoteFromPrompt);
  ({ environment } = model);
  server = await startTestServer({ environment });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

/** Answers as a model would, from the passage with the desk of the question. */
function quoteFromPrompt(prompt: string): string {
  const desk = /until when does the (\w+) desk/.exec(prompt)?.[1] ?? "";
  const sentence = sentenceOf(desks.indexOf(desk));
  const passages = [...prompt.matchAll(/number="(\d+)">([\s\S]*?)<\/passage/g)];
  const number = passages.find(([, , text]) => text?.includes(sentence))?.[1];
  return number === undefined ? "NONE" : `SURE\n${sentence.replace(/\.$/, ` [${number}].`)}`;
}

/** Asks in a new conversation and rates the answer. */
async function askAndRate(account: Account, question: string, rating: number): Promise<ChatMessage> {
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  const { id } = (await account.request("POST", url, { type: "external" })).json<{ id: string }>();
  const messages = `/api/chat/sessions/${id}/messages`;
  const reply = await account.request("POST", messages, { content: question });
  const { assistantMessage } = ChatExchange.parse(reply.json());
  const rated = await account.request("POST", `${messages}/${assistantMessage.id}/rating`, { rating });
  expect(rated.statusCode).toBe(201);
  return assistantMessage;
}

const calibrate = async (...args: string[]) =>
  runCommand("calibrate", args, {
    ...environment,
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: await temporaryFolder(),
  });

async function calibrations(account: Account): Promise<[string, number][]> {
  const reply = await account.request("GET", `/api/organizations/${account.organizationId}/calibrations`);
  return Calibration.array()
    .parse(reply.json())
    .map(({ engine, questions }) => [engine, questions]);
}

/** A set that expects the wrong hours for half of the desks. */
async function writeSet(): Promise<string> {
  const folder = path.join(await temporaryFolder(), "desks");
  await mkdir(path.join(folder, "documents"), { recursive: true });
  const children = paragraphs.map((text) => new Paragraph(text));
  const bytes = await Packer.toBuffer(new WordDocument({ sections: [{ children }] }));
  await writeFile(path.join(folder, "documents", "Desks.docx"), bytes);
  const lines = desks.map((_, at) => ({
    question: questionOf(at),
    must: [[at % 2 === 0 ? hourOf(at) : "midnight"]],
  }));
  const asJson = [...lines, { question: "Hello", expect: "small_talk" }].map((line) => JSON.stringify(line));
  await writeFile(path.join(folder, "questions.jsonl"), `${asJson.join("\n")}\n`);
  return folder;
}

test("a set calibrates both engines for everyone, and touches nothing else", async () => {
  const account = await signUp(server);
  await addWordDocument(account, "Desks.docx", paragraphs, "external");
  const before = await askAndRate(account, questionOf(0), 3);
  const bucket = await startFakeS3();
  Object.assign(environment, bucket.environment, { DATABASE_DIRECT_URL: server.databaseUrl });
  const { code, output } = await calibrate("--set", await writeSet());
  await bucket.close();
  expect([code, output]).toEqual([0, expect.stringContaining(`Asking ${desks.length} questions of desks`)]);
  for (const engine of ["extractive", "fake"])
    expect(output).toMatch(
      new RegExp(`all organizations: ${engine} calibrated on ${desks.length} answers, 16 right`),
    );
  expect(await calibrations(account)).toEqual([
    ["extractive", desks.length],
    ["fake", desks.length],
  ]);
  const after = await askAndRate(await signUpWithDesks(), questionOf(0), 3);
  expect(after.metadata?.confidence).toBeLessThan(before.metadata?.confidence ?? 0);
  // The set's documents and files were in a temporary organization only.
  expect(bucket.requests).toEqual([]);
});

async function signUpWithDesks(): Promise<Account> {
  const account = await signUp(server);
  await addWordDocument(account, "Desks.docx", paragraphs, "external");
  return account;
}

test("an organization's ratings count whatever curve was in use at the time", async () => {
  const account = await signUpWithDesks();
  for (const at of desks.keys()) await askAndRate(account, questionOf(at), 1);
  const golden = { type: "external", question: questionOf(0), mustHold: [hourOf(0)] };
  const url = `/api/organizations/${account.organizationId}/golden-questions`;
  expect((await account.request("POST", url, golden)).statusCode).toBe(201);
  const first = await calibrate("--own");
  expect(first.output).toContain(`fake calibrated on ${desks.length + 1} answers, 1 right`);
  expect(first.output).toContain("extractive answered 1, too few to calibrate on");
  const second = await calibrate("--own");
  expect(second).toEqual(first);
  expect(await calibrations(account)).toContainEqual(["fake", desks.length + 1]);
});

test("a directory without questions is named", async () => {
  const folder = await temporaryFolder();
  expect(await calibrate("--set", folder)).toEqual({
    code: 1,
    output: `There is no questions.jsonl in or below ${folder}.\n`,
  });
});
