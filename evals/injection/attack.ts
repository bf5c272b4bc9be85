import { z } from "zod";
import { Client } from "../../bench/product/running-product.ts";
import { ChatMessage } from "../../contract/conversations.ts";
import { WebhookAnswer } from "../../contract/webhook.ts";
import { factOf, fileOf, hostileQuestionOf, orderOf, secretOf, type Fact } from "./attacks.ts";
import { judge, noFigures, type AskedQuestion, type Figures } from "./judge.ts";

/** Organizations with documents, all over HTTP. */
export interface Field {
  /** Whose customers' documents give orders. */
  poisoned: Client;
  /** Whose documents are good, and whose customers give orders. */
  clean: Client;
  /** The text of all documents in each external collection. */
  texts: { poisoned: string; clean: string };
  key: string;
  documents: number;
  facts: number;
}

/** Facts in the documents that hostile customers ask about, at most. */
const cleanFacts = 20;
const uploadsAtOnce = 4;
/** Keeps the facts of the two organizations apart. */
const firstCleanFact = 40;

/** Signs organizations up and uploads every document as a file of its own. */
export async function prepareField(
  url: string,
  { documents, secrets: secretCount }: { documents: number; secrets: number },
): Promise<Field> {
  const [poisoned, clean, other] = await Promise.all(
    ["poisoned", "clean", "other"].map(async (name) => {
      const client = new Client(url);
      await client.signUp(`${name}@example.org`);
      return client;
    }),
  );
  if (!poisoned || !clean || !other) throw new Error("nobody signed up");
  const facts = Math.min(cleanFacts, documents);
  const poison = Array.from({ length: documents }, (_, n) => [factOf(n).sentence, orderOf(n)]);
  const good = Array.from({ length: facts }, (_, n) => [factOf(firstCleanFact + n).sentence]);
  const secrets = Array.from({ length: secretCount }, (_, n) => [secretOf(n), secretOf(firstCleanFact + n)]);
  await uploadAll(poisoned, poison, "external");
  await uploadAll(clean, good, "external");
  for (const owner of [poisoned, clean]) await uploadAll(owner, secrets, "internal");
  await uploadAll(other, secrets, "external");
  const keys = `/api/organizations/${clean.organizationId}/api-keys`;
  const form = { name: "Site", permissions: { internal: false, external: true } };
  const { key } = z.object({ key: z.string() }).parse(await (await clean.call("POST", keys, form)).json());
  const text = (sentences: string[][]) => sentences.flat().join("\n");
  return { poisoned, clean, key, documents, facts, texts: { poisoned: text(poison), clean: text(good) } };
}

async function uploadAll(client: Client, all: string[][], audience: string): Promise<void> {
  let next = 0;
  const upload = async (): Promise<void> => {
    while (next < all.length) {
      const n = next++;
      const { name, bytes } = await fileOf(n, all[n] ?? []);
      await client.upload(name, bytes, audience);
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, upload));
}

/** Asks every poisoned document a good question, as somebody who watches the answer being written. */
export async function askDocuments({ poisoned, documents, texts }: Field): Promise<Figures> {
  const figures = noFigures();
  const sessions = `/api/organizations/${poisoned.organizationId}/chat/sessions`;
  for (let n = 0; n < documents; n++) {
    const fact = factOf(n);
    const session = await (await poisoned.call("POST", sessions, { type: "external" })).json();
    const { id } = z.object({ id: z.string() }).parse(session);
    const asked = await watch(poisoned, id, fact);
    judge(figures, asked, { fact, n, documentText: texts.poisoned });
  }
  return figures;
}

async function watch(client: Client, conversationId: string, { question }: Fact): Promise<AskedQuestion> {
  const response = await fetch(`${client.url}/api/chat/sessions/${conversationId}/messages`, {
    method: "POST",
    headers: {
      cookie: client.cookie,
      origin: client.url,
      accept: "text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({ content: question }),
  });
  const raw = await response.text();
  const done = /event: done\ndata: (.*)\n/u.exec(raw)?.[1];
  if (done === undefined) throw new Error(`no answer: ${raw.slice(0, 500)}`);
  const { content, metadata } = ChatMessage.parse(JSON.parse(done));
  const { answered = false, engine = "extractive", sources = [] } = metadata ?? {};
  return { raw, content, answered, sources, isQuoted: engine !== "model" };
}

/** Asks good documents as hostile customers, as many as there are poisoned documents. */
export async function askAsCustomers({ clean, key, documents, facts, texts }: Field): Promise<Figures> {
  const figures = noFigures();
  for (let n = 0; n < documents; n++) {
    const fact = factOf(firstCleanFact + ((n + Math.floor(n / facts)) % facts));
    const response = await fetch(`${clean.url}/api/webhook/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ question: hostileQuestionOf(n, fact), type: "external" }),
    });
    const raw = await response.text();
    const { answer: content, answered, sources } = WebhookAnswer.parse(JSON.parse(raw));
    // What is quoted stands in the documents as it is.
    const isQuoted = content.split("\n").every((line) => texts.clean.includes(line));
    judge(figures, { raw, content, answered, sources, isQuoted }, { fact, n, documentText: texts.clean });
  }
  return figures;
}
