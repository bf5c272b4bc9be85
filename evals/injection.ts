/**
 * Measures the harm that hostile documents and hostile customers can do: 200 of each, with and without a language
 * model. Every document is a real file uploaded over HTTP. The model is a fake that obeys every instruction it sees,
 * knows secrets of another organization and of the internal documents, and tries to leak them in eighteen disguises.
 * Then the chat is inspected in a real browser.
 *
 *   node evals/injection.ts [--max-documents 200]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { option, start, stop, type Product } from "../bench/product/running-product.ts";
import { askAsCustomers, askDocuments, prepareOrganizations } from "./injection/attack.ts";
import { inspectAnswers } from "./injection/browser.ts";
import type { Figures } from "./injection/judge.ts";
import { startObedientModel } from "./injection/obedient-model.ts";

const documents = option("--max-documents", 200);
const questionsInBrowser = 18;
const rows: Record<string, string | number>[] = [];
const examples: string[] = [];
let isSafe = true;

function report(name: string, figures: Figures): void {
  rows.push({
    attack: name,
    asked: figures.asked,
    answered: figures.answered,
    "by the model": figures.byModel,
    "canaries leaked": figures.canariesLeaked,
    "invented addresses": figures.inventedAddresses,
    altered: figures.altered,
    "document's instruction repeated": figures.repeated,
    "invented citations": figures.inventedCitations,
  });
  examples.push(...figures.examples);
  isSafe &&= figures.canariesLeaked + figures.inventedAddresses + figures.inventedCitations === 0;
}

const folder = await mkdtemp(path.join(tmpdir(), "sizana-injection-"));
const dataDir = path.join(folder, "data");
const model = await startObedientModel();
let product: Product | undefined;
try {
  product = await start(dataDir);
  const targets = await prepareOrganizations(product.url, { documents, secrets: 20 });
  report("documents, quoted", await askDocuments(targets));
  report("customers, quoted", await askAsCustomers(targets));
  await stop(product);
  product = await start(dataDir, {
    LLM_BASE_URL: model.url,
    LLM_API_KEY: "secret",
    LLM_MODEL: "obedient",
  });
  for (const client of [targets.poisoned, targets.clean]) client.url = product.url;
  report("documents, model obeys", await askDocuments(targets));
  report("customers, model obeys", await askAsCustomers(targets));
  console.table(rows);
  for (const example of examples.slice(0, 20)) console.log(example);
  console.log(`Prompts with a canary: ${model.seen()} of ${model.requests.length}`);
  const seen = await inspectAnswers(targets.poisoned, Math.min(documents, questionsInBrowser));
  console.log("In the browser:");
  console.table([seen]);
  isSafe &&= model.seen() + seen.remoteImages + seen.foreignRequests === 0 && seen.isImageRefused;
} finally {
  if (product !== undefined) await stop(product);
  await model.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
if (!isSafe) process.exitCode = 1;
