import { analyse } from "../../server/language/analyse.ts";
import { splitSentences } from "../../server/answering/extractive/sentences.ts";
import {
  startFakeLanguageModel,
  type FakeLanguageModel,
} from "../../test/fake-language-model/language-model.ts";

const maxSentences = 2;
/** A second sentence must have this share of the first one's score. */
const secondShare = 0.8;

/**
 * A stand-in for a language model over the wire protocol: it repeats the sentences of the passages that share most
 * words with the question, with the passage's number, and always claims to be sure.
 */
export async function startLanguageModel(): Promise<FakeLanguageModel> {
  const model = await startFakeLanguageModel();
  model.otherwise((prompt) => {
    const question = /<question-\w+>\n([\s\S]*?)\n<\/question/u.exec(prompt)?.[1] ?? "";
    const asked = stemsOf(question);
    const candidates = [
      ...prompt.matchAll(/<passage-\w+ number="(\d+)">\n[^\n]*\n([\s\S]*?)\n<\/passage/gu),
    ].flatMap(([, number, text = ""], place) =>
      splitSentences(text)
        .filter(({ kind }) => kind !== "heading")
        .map(({ start, end }) => {
          const sentence = text
            .slice(start, end)
            .replaceAll(/\s+/gu, " ")
            .replace(/[.!?]$/u, "");
          const stems = stemsOf(sentence);
          const shared = [...asked].filter((stem) => stems.has(stem)).length;
          // Ties are broken in favour of earlier passages and shorter sentences.
          return { sentence, number, score: shared - place / 10 - stems.size / 1_000 };
        }),
    );
    const best = candidates.toSorted((a, b) => b.score - a.score).slice(0, maxSentences);
    const minScore = secondShare * (best[0]?.score ?? 0);
    const sentences = best.filter(({ score }) => score > 0 && score >= minScore);
    if (sentences.length === 0) return "NONE";
    return ["SURE", ...sentences.map(({ sentence, number }) => `${sentence} [${number}].`)].join("\n");
  });
  return model;
}

const stemsOf = (text: string): Set<string> => new Set(analyse(text, "en").map(({ term }) => term));
