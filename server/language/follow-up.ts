import { detectLanguage } from "./detect.ts";
import { analyse } from "./analyse.ts";
import { tokenise } from "./tokenise.ts";
import { recognizeSmallTalk } from "./small-talk.ts";

/** One message of the conversation so far. */
export interface Turn {
  role: "user" | "assistant";
  content: string;
}

/** A question may refer to this many of the user's earlier turns. */
const turnsRemembered = 3;
/** At most this many words are added, those of the latest turn first. */
const wordsRemembered = 8;

/** Beginnings of questions that continue the one before. */
const continuation =
  /^\W*(and|or|but|then|so|also|plus|what about|how about|what if|what else|anything else|any other|same for|en|of|maar|wat van|hoe van|und|oder|aber|was ist mit|wie ist es mit|wie sieht es|et|ou|mais|et pour|qu'en est-il|e|e quanto|mas|e se|futhi|kodwa|kwaye|le|empa)\b/iu;

/** Words that refer to something said before. */
const reference =
  /(?<![\p{L}'])(it|its|they|them|their|theirs|this|that|these|those|he|she|him|his|her|one|ones|there|such|former|latter|same|above|dit|daardie|hierdie|hulle|daarvoor|daarvan|daarmee|dafür|davon|damit|dazu|dies|diese|dieser|dieses|sie|ihn|ceci|cela|ça|ils|elles|celui-ci|celle-ci|leur|lui|isso|isto|ele|ela|eles|elas|disso|lokho|lokhu|oko|oku|sona|yona|seo|sena)(?![\p{L}'])/giu;

/** "That" and "there" refer back only if no word follows that they introduce. */
const emptyReference =
  /\b(there (is|are|was|were|any|be)|is there|are there|was there|were there|it (is|was) (possible|necessary|true|important)|one (of|day|year|month|week))\b/giu;

/**
 * The text to search for. To a question that refers to earlier turns ("and for part-time staff?", "how long?", "does it
 * cover dentists?") the content words of those turns are added; `contextWords` are those, in lower case, which count
 * less. Any other question is searched as it is.
 */
export function contextualize(question: string, history: Turn[]) {
  const earlier = history
    .filter((turn) => turn.role === "user")
    .map((turn) => recognizeSmallTalk(turn.content).remainder)
    .filter((text) => text !== "")
    .slice(-turnsRemembered);
  const asItIs = { text: question, contextWords: new Set<string>() };
  if (earlier.length === 0 || !dependsOnEarlierTurns(question)) return asItIs;
  const own = new Set(tokenise(question).map((token) => token.word));
  const context: string[] = [];
  for (const turn of earlier.reverse()) {
    for (const word of contentWords(turn)) {
      if (own.has(word) || context.includes(word) || context.length >= wordsRemembered) continue;
      context.push(word);
    }
    // Goes further back only while the turn before was itself a follow-up.
    if (!dependsOnEarlierTurns(turn)) break;
  }
  if (context.length === 0) return asItIs;
  return { text: `${question}\n${context.join(" ")}`, contextWords: new Set(context) };
}

/** Whether a question cannot be understood without what was said before it. */
export function dependsOnEarlierTurns(question: string): boolean {
  const words = contentWords(question);
  if (words.length <= 1) return true;
  if (continuation.test(question)) return words.length <= 4;
  const references = question.replace(emptyReference, " ").match(reference);
  return references !== null && words.length <= 6;
}

/** Words that only serve to ask, besides the stop words of the language. */
const asking = new Set(
  "get got tell explain describe know give mean means want need please much many long often thing things kind type example examples difference more else also really just okay thanks hoeveel wanneer waar bitte viel lange combien quanto quantos".split(
    " ",
  ),
);

function contentWords(text: string): string[] {
  const language = detectLanguage(text);
  const terms = analyse(text, language === "und" ? "en" : language);
  const words = new Set(terms.map(({ start, end }) => text.slice(start, end).toLowerCase()));
  return [...words].filter((word) => !asking.has(word));
}
