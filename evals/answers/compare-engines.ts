import { shuffled } from "../../scripts/seeded-random.ts";
import { pino } from "pino";
import { openLanguageModel } from "../../server/clients/language-model.ts";
import { readConfig } from "../../server/config.ts";
import type { Database } from "../../server/database/database.ts";
import { inUnitOfWork } from "../../server/database/unit-of-work.ts";
import type { Answer } from "../../server/answering/answer.ts";
import { answerQuery } from "../../server/answering/extractive/answer-from-documents.ts";
import { orderByUnits } from "../../server/answering/extractive/order-for-model.ts";
import { openModelAnswers, type ModelAnswers } from "../../server/answering/generated/model-answers.ts";
import { understandQuery } from "../../server/language/understand-query.ts";
import { openWordRetrieval, type Retrieve } from "../../server/retrieval/retrieve.ts";
import { openRetrievalMethods } from "../retrieval/retrieval-methods.ts";
import { chooseEmbeddingServer } from "../stand-in/choose-server.ts";
import { startLanguageModel } from "../stand-in/language-model.ts";
import { documentKey, foreignSet } from "./cases.ts";
import { withCollections } from "./collections.ts";
import type { Sources } from "./gather.ts";
import { holdsAnswer } from "./judge.ts";
import type { Question } from "./question-sets.ts";
import { table } from "./report.ts";

interface Engine {
  name: string;
  retrieve: Retrieve;
  model: ModelAnswers | undefined;
}

interface Outcome {
  isIndexed: boolean;
  answer: Answer;
  isRight: boolean;
}

/** Questions asked of another set's documents, per question asked of its own. */
const missingShare = 0.5;

/**
 * Compares answers from passages found by words, from hybrid retrieval, and by a language model from the latter: a
 * table by set, with `maxCases` questions of each, asked of all its documents, and half as many asked of another set's.
 * The first lines name the servers that are stand-ins.
 */
export async function compareEngines(corpus: string, sources: Sources, maxCases: number): Promise<string> {
  const server = await chooseEmbeddingServer(corpus);
  const retrievalMethods = openRetrievalMethods(server);
  const chosen = await chooseModel();
  const retrieveByWords = openWordRetrieval();
  const hybrid = retrievalMethods.methods[0]?.retrieve ?? retrieveByWords;
  const engines: Engine[] = [
    { name: "lexical", retrieve: retrieveByWords, model: undefined },
    { name: "hybrid", retrieve: hybrid, model: undefined },
    { name: "model", retrieve: hybrid, model: chosen.answers },
  ];
  try {
    const rows = await withCollections(async (collect, db) => {
      const organizations = new Map<string, string>();
      for (const set of sources.sets) {
        const keys = set.documents.map(({ name }) => documentKey(set.name, name));
        const { organizationId } = await collect(keys.flatMap((key) => sources.documents.get(key) ?? []));
        await retrievalMethods.collect(db, organizationId);
        organizations.set(set.name, organizationId);
      }
      const compared: string[][] = [];
      for (const { name, questions } of sources.sets) {
        const asked = shuffled(questions.filter(({ answerable }) => answerable)).slice(0, maxCases);
        for (const engine of engines) {
          const here = organizations.get(name) ?? "";
          const elsewhere = organizations.get(foreignSet[name] ?? "") ?? "";
          const outcomes: Outcome[] = [];
          for (const [at, question] of asked.entries()) {
            outcomes.push(await ask(db, engine, { question, organizationId: here, isIndexed: true }));
            if (at < maxCases * missingShare)
              outcomes.push(await ask(db, engine, { question, organizationId: elsewhere, isIndexed: false }));
          }
          compared.push([name, engine.name, ...figuresOf(outcomes)]);
        }
      }
      return compared;
    });
    const head = ["set", "engine", "questions", "answered", "right", "right if answered"];
    const title = `Embeddings: ${server.name}. Language model: ${chosen.name}.`;
    return `${title}\n${table([...head, "confidence if answered", "answered, document missing"], rows)}`;
  } finally {
    await server.close();
    await chosen.close();
  }
}

async function ask(
  db: Database,
  { retrieve: find, model }: Engine,
  { question, organizationId, isIndexed }: { question: Question; organizationId: string; isIndexed: boolean },
): Promise<Outcome> {
  const text = question.scope === null ? question.text : `${question.text} (${question.scope})`;
  const query = understandQuery(text, question.history);
  const { answer: extractive, material } = await inUnitOfWork(db, organizationId, (work) =>
    answerQuery(work, { organizationId, audience: "internal", query }, find),
  );
  const answer =
    model === undefined || material === null
      ? extractive
      : await model.write({
          organizationId,
          query,
          passages: {
            passages: orderByUnits(query, material),
            tables: material.tables,
            english: material.retrieval.english,
            extractive,
          },
        });
  const isRight = isIndexed && answer.answered && holdsAnswer([answer.content], question.references);
  return { isIndexed, answer, isRight };
}

function figuresOf(outcomes: Outcome[]): string[] {
  const asked = outcomes.filter(({ isIndexed }) => isIndexed);
  const missing = outcomes.filter(({ isIndexed }) => !isIndexed);
  const answered = asked.filter(({ answer }) => answer.answered);
  const right = asked.filter(({ isRight }) => isRight).length;
  const sure = answered.reduce((sum, { answer }) => sum + answer.confidence, 0);
  const share = (part: number, whole: number) =>
    whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)}%`;
  return [
    String(asked.length),
    share(answered.length, asked.length),
    share(right, asked.length),
    share(right, answered.length),
    share(sure, answered.length),
    share(missing.filter(({ answer }) => answer.answered).length, missing.length),
  ];
}

/** The language model of the environment (LLM_*), or else the stand-in. Its usage is not counted here. */
async function chooseModel(): Promise<{ name: string; answers: ModelAnswers; close(): Promise<void> }> {
  const { llm } = readConfig();
  const fake = llm === undefined ? await startLanguageModel() : undefined;
  const config = llm ?? {
    baseUrl: fake?.url ?? "",
    apiKey: "secret",
    model: "stand-in",
    timeoutMs: 20_000,
  };
  return {
    name: llm?.model ?? "the stand-in (says the passages' own sentences), not a real model",
    answers: openModelAnswers({
      model: openLanguageModel(config),
      budget: { within: (_organizationId, _prompt, work) => work(() => undefined) },
      log: pino({ level: "silent" }),
    }),
    close: async () => fake?.close(),
  };
}
