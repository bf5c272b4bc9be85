import { analyseDetected } from "./analyse.ts";
import { answerLanguages } from "./answer-language.ts";
import { readNamed, readPhrases } from "./language-data.ts";
import {
  featuresOfMessage,
  scoreFollowUp,
  type FollowUpRule,
  type FollowUpWeights,
} from "./follow-up-weights.ts";
import { isTypedCasually } from "./question-type.ts";
import { tokenize } from "./tokenize.ts";
import { months, numberWords, ordinals, weekdays } from "./value-words.ts";
import { withoutReplacedDetails } from "./replaced-details.ts";
import { recognizeSmallTalk } from "./small-talk.ts";

/** One message of the conversation so far. */
export interface EarlierMessage {
  role: "user" | "assistant";
  content: string;
}

/** A question may refer to at most this many of the user's earlier messages. */
const maxEarlierMessages = 3;
/** At most this many words are added, those of the latest message first. */
const maxContextWords = 8;
/** How much of an earlier message is read, in UTF-16 code units. */
const maxEarlierLength = 300;

const any = readPhrases("follow-ups", answerLanguages);

/** Beginnings of questions that continue the previous one. */
const continuation = new RegExp(String.raw`^\W*(?:${any("continues")})\b`, "iu");
const maxContinuationWords = 4;

/** Beginnings that always depend on the previous message: "and for my wife", "and if I am late". */
const supplement = new RegExp(
  String.raw`^\W*(?:(?:${any("agrees")})\W+)?(?:(?:${any("adds")})\s+(?:${any("adds what")})|${any("adds alone")})(?!\p{L})`,
  "iu",
);

/** Beginnings of statements. A short one that asks nothing adds a detail to a question: "she works six days". */
const statement = new RegExp(String.raw`^\W*(?:${any("states")})(?!\p{L})`, "iu");
const asksAnything = new RegExp(
  String.raw`(?<!\p{L})(?:${any("asks")}|(?:${any("asks with")}) (?:${any("asker")}))(?!\p{L})`,
  "iu",
);
const maxStatementWords = 5;
/** Words that only say that the question before was meant otherwise: "no sorry I meant the e-bike". */
const correction = new RegExp(
  String.raw`^\W*(?:(?:${any("before corrects")})\W+)*(?:${any("corrects")})\W+(?=[\p{L}\p{N}])`,
  "iu",
);

/** A message of up to this many words that asks nothing names its subject: "team leader?", "ok n bronze". */
const maxFragmentWords = 4;

/** Phrases that draw on earlier messages: "me too", "so what do I pay", "then", "though". */
const consequence = new RegExp(
  String.raw`(?<!\p{L})(?:${any("draws on")})(?=\W*$|\W*[.?!,]|\s+(?:${any("behind what draws on")})(?!\p{L}))`,
  "iu",
);

/** Words that refer to something mentioned before. */
const reference = new RegExp(String.raw`(?<![\p{L}'])(?:${any("refers")})(?![\p{L}'])`, "giu");

/** Words that may refer, but also introduce a noun ("that man") or mean people in general ("when do they open"). */
const looseReference = new RegExp(String.raw`(?<![\p{L}'])(?:${any("may refer")})(?![\p{L}'])`, "iu");
const maxLooseWords = 2;
/** In a question with more content words, the words that refer to something mostly refer to the question itself. */
const maxReferenceWords = 4;
/** As `maxReferenceWords`, for a message that continues or asks nothing: "ok but the one by my house isn't on that list". */
const maxContinuingReferenceWords = 6;

/** "It" and "there" as dummy subjects, which refer to nothing. */
const emptyReference = new RegExp(
  String.raw`\b(?:${any("refers to nothing")}|(?:${any("costs")})(?: \w+){0,3} (?:${any("costs what")}))\b`,
  "giu",
);

/** If more content words than this precede a reference, it may refer to one of them. */
const maxWordsBeforeReference = 1;

/** The messages that a question refers to. */
export interface Earlier {
  /** The user's messages that are needed to understand it, the latest first; empty if it is clear on its own. */
  messages: string;
  /** The assistant's last reply, if the question may refer to it. */
  reply: string;
}

export const nothingEarlier: Earlier = { messages: "", reply: "" };

/**
 * Adds context to a question that refers to earlier messages ("and for part-time staff?", "how long?", "does it cover
 * dentists?"): the messages, and their content words for the search. A question that only may refer to them ("what do
 * they charge for a card?") gets the words only. Any other question stays as it is. `text` is what to search for, and
 * `contextWords` are the added words in it, in lower case; they count less.
 */
export function contextualize(
  question: string,
  history: readonly EarlierMessage[],
  weights?: FollowUpWeights,
) {
  const alone = { text: question, contextWords: new Set<string>(), earlier: nothingEarlier };
  const earlier = history
    .filter(({ role }) => role === "user")
    .map(({ content }) => recognizeSmallTalk(content).remainder)
    .filter((text) => asksOrSays.test(text))
    .slice(-maxEarlierMessages);
  if (earlier.length === 0) return alone;
  const probability = followUpProbability(question, weights);
  if (probability < mayReferFrom) return alone;
  const own = new Set(tokenize(question).map((token) => token.word));
  const context: string[] = [];
  const referredTo: string[] = [];
  let next = question;
  for (const message of earlier.reverse()) {
    const kept = withoutReplacedDetails(next, message.slice(0, maxEarlierLength));
    for (const word of contentWords(kept)) {
      if (own.has(word) || context.includes(word) || context.length >= maxContextWords) continue;
      context.push(word);
    }
    referredTo.push(asSubject(next, kept));
    next = message;
    // Goes further back only if this message may itself be a follow-up.
    if (followUpProbability(message, weights) < mayReferFrom) break;
  }
  if (context.length === 0) return alone;
  return {
    text: `${question}\n${context.join(" ")}`,
    contextWords: new Set(context),
    earlier: {
      messages: probability >= dependsFrom ? referredTo.join("\n") : "",
      reply: history.findLast(({ role }) => role === "assistant")?.content ?? "",
    },
  };
}

/** "No I meant the e-bike" without the words before what is meant. Any other message stays as it is. */
export const withoutCorrection = (message: string): string => message.replace(correction, "");

/** Removes figures from an earlier message if the one after it names something else: "and the kettle?". */
function asSubject(question: string, earlier: string): string {
  const namesAnother = continuation.test(question) && !asksAnything.test(question);
  return namesAnother ? earlier.replaceAll(/\S*\d\S*/gu, "") : earlier;
}

/** From these probabilities on, a question may refer to earlier messages, or depends on them. */
const mayReferFrom = 0.3;
const dependsFrom = 0.5;

/** Whether a question cannot be understood without the earlier messages. */
export const dependsOnEarlierMessages = (question: string): boolean =>
  followUpProbability(question) >= dependsFrom;

/**
 * The probability, from 0 to 1, that a message can only be understood with those before it, by its own words. The rules
 * decide about beginnings that always depend on it, and about questions that are written out, because the weights were
 * fitted to messages typed as in a chat.
 */
function followUpProbability(message: string, weights?: FollowUpWeights): number {
  if (!asksOrSays.test(message)) return 0;
  const rule = ruleOf(message);
  return rule !== "supplements" && isTypedCasually(message)
    ? scoreFollowUp(featuresOf(message), weights)
    : probabilityByRule[rule];
}

const probabilityByRule: Record<FollowUpRule, number> = {
  supplements: 1,
  depends: dependsFrom,
  "may refer": mayReferFrom,
  clear: 0,
};

/** In a follow-up with more content words, they may only describe the case. */
const maxWordsOfName = 3;

/** Figures, ordinals, days and months may be in a range of the last reply without being in its words. */
const mayMeetRange = new RegExp(
  String.raw`\d|(?<!\p{L})(?:${[...numberWords.keys(), ...ordinals, ...weekdays, ...months].join("|")})(?!\p{L})`,
  "iu",
);

/** Whether a follow-up only names another thing than the messages before it: "and the service charge?", "sauna?". */
export function namesAnotherThing(message: string): boolean {
  if (mayMeetRange.test(message) || contentWords(message).length > maxWordsOfName) return false;
  if (!continuation.test(message)) return isFragment(message);
  return !asksAnything.test(message.replace(continuation, ""));
}

/** The features of a message: what the rules make of it, the number of its content words, and its words. */
export const featuresOf = (message: string): string[] =>
  featuresOfMessage(message, ruleOf(message), contentWords(message).length);

/** What the words by which people refer to earlier messages say alone. */
function ruleOf(message: string): FollowUpRule {
  if (supplement.test(message)) return "supplements";
  if (depends(message)) return "depends";
  return mayRefer(message) ? "may refer" : "clear";
}

function depends(question: string): boolean {
  const words = contentWords(question).length;
  if (words <= 1 || isFragment(question)) return true;
  if (statement.test(question) && !asksAnything.test(question)) return words <= maxStatementWords;
  if (consequence.test(question)) return words <= maxReferringWords(question);
  if (continuation.test(question)) return words <= maxContinuationWords;
  if (looseReference.test(question) && words <= maxLooseWords) return true;
  return words <= maxReferringWords(question) && refersToUnnamed(question);
}

const maxReferringWords = (question: string): number =>
  continuation.test(question) || !asksAnything.test(question)
    ? maxContinuingReferenceWords
    : maxReferenceWords;

/** Whether a message states or names something without asking or continuing: "my tank leaks", not "and for my wife". */
export const statesSomething = (message: string): boolean =>
  ![asksAnything, continuation, supplement, consequence].some((pattern) => pattern.test(message)) &&
  !message.includes("?") &&
  indexOfReference(message) === undefined;

const isFragment = (question: string): boolean =>
  !asksAnything.test(question) && tokenize(question).length <= maxFragmentWords;

/** An emoji neither asks nor says anything: "🤬" after an answer does not ask the question again. */
const asksOrSays = /[\p{L}\p{N}?]/u;

/** Whether a question contains a reference that may point to an earlier message. */
function mayRefer(question: string): boolean {
  const isShort = contentWords(question).length <= maxReferringWords(question);
  return isShort && (looseReference.test(question) || indexOfReference(question) !== undefined);
}

/** Whether it refers to nothing in the question itself: "does it cover dentists", not "my card is lost, is it blocked". */
function refersToUnnamed(question: string): boolean {
  const at = indexOfReference(question);
  return at !== undefined && contentWords(question.slice(0, at)).length <= maxWordsBeforeReference;
}

/** The index of the first word that refers to something. */
function indexOfReference(question: string): number | undefined {
  const text = question.replace(emptyReference, (found) => " ".repeat(found.length));
  const [first] = text.matchAll(reference);
  return first?.index;
}

/** Words that only serve to ask, in addition to the stop words of the language. */
const questionWords = new Set(
  readNamed("questions", answerLanguages, "only asks").flatMap((line) => line.split(" ")),
);

function contentWords(text: string): string[] {
  const words = new Set(analyseDetected(text).map(({ start, end }) => text.slice(start, end).toLowerCase()));
  return [...words].filter((word) => !questionWords.has(word));
}
