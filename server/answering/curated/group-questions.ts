import { highest } from "../highest.ts";
import { pauses } from "../pauses.ts";
import { certaintyOf, describeQuestion, type DescribedQuestion } from "./similarity.ts";

/** A question with how often, when and where it was asked. */
export interface AskedQuestion {
  question: string;
  channel: string;
  askedAt: Date;
}

export interface QuestionGroup {
  /** The most frequent wording; of equals, the one asked last. */
  question: string;
  described: DescribedQuestion;
  count: number;
  channels: Map<string, number>;
  lastAskedAt: Date;
  /** All its wordings, the most frequent first. */
  wordings: string[];
}

/** Questions this similar are grouped. Lower than `matchThreshold`, from which one is answered like the other. */
export const groupThreshold = 0.5;
/** The number of groups that a wording is compared with: those that share most words. */
const maxCompared = 40;
/** Grouping yields to other work after this time. */
const sliceMs = 10;

/**
 * Groups questions that ask the same, the largest group first. The result is deterministic: each wording, the most
 * frequent first, joins the most similar group.
 */
export async function groupQuestions(asked: readonly AskedQuestion[]): Promise<QuestionGroup[]> {
  const pause = pauses(sliceMs);
  const groups: QuestionGroup[] = [];
  const byTerm = new Map<string, number[]>();
  for (const wording of await mergeSame(asked, pause)) {
    await pause();
    const group = mostSimilarGroup(wording.described, groups, byTerm);
    if (group !== undefined) {
      join(group, wording);
      continue;
    }
    const at = groups.push(wording) - 1;
    for (const { term } of wording.described.words) {
      const places = byTerm.get(term);
      if (places === undefined) byTerm.set(term, [at]);
      else places.push(at);
    }
  }
  return groups.toSorted(byCount);
}

/** Merges equal wordings, the most frequent first. Texts without words are left out. */
async function mergeSame(asked: readonly AskedQuestion[], pause: () => Promise<void>) {
  const byKey = new Map<string, QuestionGroup>();
  for (const { question, channel, askedAt } of asked) {
    await pause();
    const described = describeQuestion(question);
    if (described.words.length === 0) continue;
    const channels = new Map([[channel, 1]]);
    const one = { question, described, count: 1, channels, lastAskedAt: askedAt, wordings: [question] };
    const same = byKey.get(described.key);
    if (same === undefined) byKey.set(described.key, one);
    else join(same, { ...one, wordings: [] });
  }
  return [...byKey.values()].toSorted(byCount);
}

const byCount = (a: QuestionGroup, b: QuestionGroup): number =>
  b.count - a.count ||
  b.lastAskedAt.getTime() - a.lastAskedAt.getTime() ||
  (a.described.key < b.described.key ? -1 : Number(a.described.key > b.described.key));

function join(group: QuestionGroup, other: QuestionGroup): void {
  group.count += other.count;
  for (const [channel, count] of other.channels)
    group.channels.set(channel, (group.channels.get(channel) ?? 0) + count);
  if (other.lastAskedAt > group.lastAskedAt) group.lastAskedAt = other.lastAskedAt;
  group.wordings.push(...other.wordings);
}

function mostSimilarGroup(
  described: DescribedQuestion,
  groups: QuestionGroup[],
  byTerm: Map<string, number[]>,
): QuestionGroup | undefined {
  const shared = new Map<number, number>();
  for (const { term, weight, synonyms } of described.words) {
    for (const each of [term, ...synonyms])
      for (const at of byTerm.get(each) ?? []) shared.set(at, (shared.get(at) ?? 0) + weight);
  }
  const candidates = [...shared].toSorted(([a, x], [b, y]) => y - x || a - b).slice(0, maxCompared);
  const near = candidates.flatMap(([at]) => groups[at] ?? []);
  const best = highest(near, (group) => certaintyOf(described, group.described));
  return best !== undefined && best.score >= groupThreshold ? best.item : undefined;
}
