import { shuffled } from "../../scripts/seeded-random.ts";
import type { Retrieval } from "../../server/retrieval/passage.ts";
import { rarityOf } from "../../server/language/common-words.ts";
import { analyse } from "../../server/language/analyse.ts";
import { contextualize, type Earlier } from "../../server/language/follow-up.ts";
import type { RetrievedTable } from "../../server/answering/tables/retrieved-table.ts";
import type { Collection, ReadDocument } from "./collections.ts";
import { holdsAnswer } from "./judge.ts";
import { readFor } from "./read-for.ts";
import type { Question, QuestionSet } from "./question-sets.ts";

/** Which documents the collection has besides the one that is asked about. */
export type CollectionKind = "all" | "half" | "three" | "one" | "corpus" | "everyday" | "foreign" | "short";

/** One question asked of one collection, with the result of its retrieval. */
export interface Case {
  question: Question;
  /** The author of an everyday question: questions of one author are similar. */
  author?: string;
  /** Whether it is an everyday question that is only fitted to, and in no figure. */
  isFurther?: boolean;
  /** As it was asked, with its scope where the collection needs it. */
  text: string;
  /** The messages that it refers to. */
  earlier?: Earlier;
  collection: CollectionKind;
  /** Whether the collection holds the question's document. */
  indexed: boolean;
  retrieval: Retrieval;
  tables: RetrievedTable[];
  /** Whether a document is the one that the answer is in, and whether a text answers the question. */
  isFrom(documentName: string): boolean;
  answers(text: string): boolean;
}

/** How answers to a question of the corpus are recognized. */
function judgedByReferences(question: Question): Pick<Case, "isFrom" | "answers"> {
  return {
    isFrom: (documentName) => documentName === question.document,
    answers: (text) => holdsAnswer([text], question.references),
  };
}

interface Plan {
  kind: CollectionKind;
  documents: string[];
  questions: { question: Question; indexed: boolean }[];
}

/** For each set another one on a different subject, to which its unanswerable questions are also put. */
export const foreignSet: Record<string, string> = {
  squad2: "hr-handbook-faq",
  covidqa: "zava-insurance-hr",
  policyqa: "squad2",
  "hr-handbook-faq": "covidqa",
  "zava-insurance-hr": "squad2",
  "covid-faq": "policyqa",
  "mtrag-un": "covidqa",
};

export interface CaseOptions {
  /** Maximum number of questions per set for the collection of all its documents; the others scale with it. */
  maxCases: number;
}

/** Asks the questions of every set of collections of every size, with and without their document. */
export async function collectCases(
  sets: QuestionSet[],
  documents: Map<string, ReadDocument>,
  collect: (documents: ReadDocument[]) => Promise<Collection>,
  { maxCases }: CaseOptions,
): Promise<Case[]> {
  const cases: Case[] = [];
  for (const plan of sets.flatMap((set) => plansOf(set, sets, maxCases))) {
    const chosen = plan.documents.flatMap((name) => documents.get(name) ?? []);
    if (chosen.length === 0) continue;
    const collection = await collect(chosen);
    for (const [index, { question, indexed }] of plan.questions.entries()) {
      // In small collections every third question is shortened to the words that people type into a search box.
      const short = plan.kind !== "all" && index % 3 === 0 && question.history.length === 0;
      const wording = short ? shortened(question.text) : question.text;
      const scoped = question.scope !== null && plan.kind !== "one";
      const text = scoped ? `${wording} (${question.scope})` : wording;
      const search = contextualize(text, question.history);
      const retrieval = await readFor(collection, text, search);
      cases.push({
        question,
        text,
        earlier: search.earlier,
        collection: plan.kind,
        indexed,
        retrieval,
        tables: await collection.tables(retrieval),
        ...judgedByReferences(question),
      });
    }
  }
  return cases;
}

/** Identifies a document across sets, because two sets may share a document name. */
export function documentKey(set: string, document: string): string {
  return `${set}/${document}`;
}

function plansOf(set: QuestionSet, sets: QuestionSet[], maxCases: number): Plan[] {
  const keys = shuffled(set.documents.map(({ name }) => documentKey(set.name, name)));
  const questions = shuffled(set.questions);
  const pick = (count: number, has: (key: string) => boolean, answerable = true) =>
    questions
      .filter(
        (question) => question.answerable === answerable && has(documentKey(set.name, question.document)),
      )
      .slice(0, count);
  const within = (group: string[], count: number, indexed: boolean) =>
    pick(count, (key) => group.includes(key)).map((question) => ({ question, indexed }));
  const plans: Plan[] = [];
  const adversarial = pick(Math.round(maxCases / 3), () => true, false).map((question) => ({
    question,
    indexed: true,
  }));
  plans.push({ kind: "all", documents: keys, questions: [...within(keys, maxCases, true), ...adversarial] });
  const half = Math.ceil(keys.length / 2);
  const halves = [keys.slice(0, half), keys.slice(half)] as const;
  const few = Math.round(maxCases / 6);
  for (const [mine, other] of [halves, [halves[1], halves[0]]] as const) {
    plans.push({
      kind: "half",
      documents: mine,
      questions: [...within(mine, few, true), ...within(other, few, false)],
    });
  }
  const spread = Math.round(few / 3);
  for (let i = 0; i < Math.min(6, Math.floor(keys.length / 3)); i++) {
    const mine = keys.slice(3 * i, 3 * i + 3);
    const others = keys.filter((key) => !mine.includes(key));
    plans.push({
      kind: "three",
      documents: mine,
      questions: [...within(mine, spread, true), ...within(others, spread, false)],
    });
  }
  for (const key of keys.slice(0, 8)) {
    const others = keys.filter((other) => other !== key);
    // Without its scope a question about one website would be answered by the policy of any other.
    const out = set.name === "policyqa" ? [] : within(others, spread, false);
    plans.push({ kind: "one", documents: [key], questions: [...within([key], spread, true), ...out] });
  }
  const foreign = sets.find(({ name }) => name === foreignSet[set.name]);
  if (foreign !== undefined) {
    const theirs = shuffled(foreign.documents.map(({ name }) => documentKey(foreign.name, name)));
    plans.push({ kind: "half", documents: theirs, questions: within(keys, few, false) });
    plans.push({ kind: "one", documents: theirs.slice(0, 1), questions: within(keys, spread, false) });
  }
  return plans;
}

/** The plan that puts the documents of all sets into one organization. */
export async function collectCorpusCases(
  sets: QuestionSet[],
  documents: Map<string, ReadDocument>,
  collect: (documents: ReadDocument[]) => Promise<Collection>,
  maxCases: number,
): Promise<Case[]> {
  const collection = await collect([...documents.values()]);
  const cases: Case[] = [];
  for (const question of sets.flatMap((set) =>
    shuffled(set.questions.filter(({ answerable }) => answerable)).slice(0, maxCases),
  )) {
    const text = question.scope === null ? question.text : `${question.text} (${question.scope})`;
    const search = contextualize(text, question.history);
    const retrieval = await readFor(collection, text, search);
    cases.push({
      question,
      text,
      earlier: search.earlier,
      collection: "corpus",
      indexed: true,
      retrieval,
      tables: await collection.tables(retrieval),
      ...judgedByReferences(question),
    });
  }
  return cases;
}

/** The question word and the two rarest words: "When did the 1973 oil crisis begin?" → "When oil crisis?". */
function shortened(question: string): string {
  const [first = "", ...rest] = question.replace(/\?\s*$/u, "").split(/\s+/u);
  const informative = rest
    .map((word, index) => ({ word, index, terms: analyse(word, "en") }))
    .filter(({ terms }) => terms.length > 0)
    .map((one) => ({
      ...one,
      rarity: rarityOf(one.terms.map(({ term }) => term)) - (/[0-9]/u.test(one.word) ? 0.5 : 0),
    }))
    .sort((a, b) => b.rarity - a.rarity || a.index - b.index)
    .slice(0, 2)
    .sort((a, b) => a.index - b.index);
  return informative.length < 2 ? question : `${first} ${informative.map(({ word }) => word).join(" ")}?`;
}
