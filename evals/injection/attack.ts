import { z } from "zod";
import { Client } from "../../bench/product/running-product.ts";
import { ChatMessage } from "../../contract/conversations.ts";
import { WebhookAnswer } from "../../contract/webhook.ts";
import { factOf, fileOf, hostileQuestionOf, instructionOf, secretOf, type Fact } from "./attacks.ts";
import { judge, emptyFigures, type Reply, type Figures } from "./judge.ts";

/** The organizations of an attack, with their documents. */
export interface Targets {
  /** Its external documents contain injected instructions. */
  poisoned: Client;
  /** Its documents are harmless, but its customers inject instructions. */
  clean: Client;
  /** The text of all documents in each external collection. */
  texts: { poisoned: string; clean: string };
  key: string;
  documents: number;
  facts: number;
}

/** Hostile customers ask about at most this many facts. */
const cleanFacts = 20;
const uploadsAtOnce = 4;
/** The two organizations have different facts. */
const firstCleanFact = 40;

/** Signs up organizations and uploads their documents over HTTP. */
export async function prepareOrganizations(
  url: string,
  { documents, secrets: secretCount }: { documents: number; secrets: number },
): Promise<Targets> {
  const [poisoned, clean, other] = await Promise.all(
    ["poisoned", "clean", "other"].map(async (name) => {
      const client = new Client(url);
      await client.signUp(`${name}@example.org`);
      return client;
    }),
  );
  if (!poisoned || !clean || !other) throw new Error("nobody signed up");
  const facts = Math.min(cleanFacts, documents);
  const poison = Array.from({ length: documents }, (_, n) => [factOf(n).sentence, instructionOf(n)]);
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

/** Asks a harmless question about every poisoned document, and reads the stream of the answer. */
export async function askDocuments({ poisoned, documents, texts }: Targets): Promise<Figures> {
  const figures = emptyFigures();
  const sessions = `/api/organizations/${poisoned.organizationId}/chat/sessions`;
  for (let n = 0; n < documents; n++) {
    const fact = factOf(n);
    const session = await (await poisoned.call("POST", sessions, { type: "external" })).json();
    const { id } = z.object({ id: z.string() }).parse(session);
    const reply = await stream(poisoned, id, fact);
    judge(figures, reply, { fact, n, documentText: texts.poisoned });
  }
  return figures;
}

async function stream(client: Client, conversationId: string, { question }: Fact): Promise<Reply> {
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

/** Asks harmless documents as hostile customers, as often as there are poisoned documents. */
export async function askAsCustomers({ clean, key, documents, facts, texts }: Targets): Promise<Figures> {
  const figures = emptyFigures();
  for (let n = 0; n < documents; n++) {
    const fact = factOf(firstCleanFact + ((n + Math.floor(n / facts)) % facts));
    const response = await fetch(`${clean.url}/api/webhook/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ question: hostileQuestionOf(n, fact), type: "external" }),
    });
    const raw = await response.text();
    const { answer: content, answered, sources } = WebhookAnswer.parse(JSON.parse(raw));
    // A quote is verbatim in the documents.
    const isQuoted = content.split("\n").every((line) => texts.clean.includes(line));
    judge(figures, { raw, content, answered, sources, isQuoted }, { fact, n, documentText: texts.clean });
  }
  return figures;
}
