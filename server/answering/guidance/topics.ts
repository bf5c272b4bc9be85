import { flagTopics, stepQuestions } from "../../../contract/business-presets.ts";
import { scoreAnswerLanguages, type AnswerLanguage } from "../../language/answer-language.ts";
import { toEnglish } from "../../language/bilingual.ts";
import { keepRecent } from "../../caching/recent-map.ts";
import { readEntries } from "../../language/language-data.ts";
import { tokenize } from "../../language/tokenize.ts";
import { stem } from "../../language/stem.ts";
import type { ActiveConfiguration } from "./guidance.ts";

/** Languages in which words are compared by their stems. */
const stemmedLanguages = ["en", "af", "de", "fr", "pt"] as const;
type StemmedLanguage = (typeof stemmedLanguages)[number];

/**
 * Languages that put prefixes before a root and endings after it, so that a root is looked for inside words. Most of
 * their words are translated into English before.
 */
const rootLanguages: readonly Exclude<AnswerLanguage, StemmedLanguage>[] = ["zu", "xh", "st", "tn"];

/**
 * By flag: the words by which a question on its topic is recognized. Those of the root languages are roots that occur
 * inside words of no other language, and phrases of several words.
 */
export const topicWords = Map.groupBy(
  [...stemmedLanguages, ...rootLanguages].flatMap((language) =>
    readEntries("topics", language).map(({ name: flag, text }) => ({
      flag,
      language,
      word: text.toLowerCase(),
    })),
  ),
  ({ flag }) => flag,
);

/** Words in the names of flags that say nothing about the topic. */
const emptyWords = new Set(["enabled", "management", "processing", "tracking", "monitoring", "is", "has"]);
/** Always compared, whatever the language of a question: people use English and Afrikaans business words in all of them. */
const alwaysSpoken: ReadonlySet<StemmedLanguage> = new Set(["en", "af"]);

/**
 * How a question on the topic of a flag is recognized: by stems in each language, and by roots inside longer words.
 * Where the product has no words for a flag, the words of its name are used.
 */
const topicOf = keepRecent(5_000, (flag: string) => {
  const words = topicWords.get(flag) ?? [];
  const wordsIn = (languages: readonly AnswerLanguage[]) =>
    words.filter(({ language }) => languages.includes(language)).map(({ word }) => word);
  const named = wordsOfName(flag).filter((word) => !emptyWords.has(word));
  return {
    stems: new Map<StemmedLanguage, string[]>(
      stemmedLanguages.map((language) => {
        const own = wordsIn([language]);
        return [language, (own.length > 0 ? own : named).map((word) => stem(word, language))];
      }),
    ),
    roots: wordsIn(rootLanguages),
  };
});

/** "warrantyClaimsEnabled" and "product_info" in lower-case words. */
function wordsOfName(name: string): string[] {
  return name
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(" ");
}

/** "How much is the tent" asks for a price without naming it. */
const asksPrice =
  /(?<![\p{L}])(how much (is|are|does|do|for)|wat kos|hoeveel kos|combien (est|sont|ça)|quanto (é|são))(?![\p{L}])/iu;

/** The stems of a question's words, once for each language that it may be written in. */
function wordsOfQuestion(question: string) {
  const words = tokenize(question).flatMap(({ word, parts }) => (parts.length > 0 ? parts : [word]));
  const scores = scoreAnswerLanguages(question);
  // A short question may fit several languages; all of them are compared.
  const isDetected = Math.max(...scores.values()) > 0;
  const languages = stemmedLanguages.filter(
    (language) => !isDetected || (scores.get(language) ?? 0) > 0 || alwaysSpoken.has(language),
  );
  const stems = new Map<StemmedLanguage, string[]>(
    languages.map((language) => [language, words.map((word) => stem(word, language))]),
  );
  const english = toEnglish(question);
  if (english !== null) {
    const translated = [...english.text.split(" "), ...[...english.alternatives.values()].flat()];
    stems.get("en")?.push(...translated.map((word) => stem(word.toLowerCase(), "en")));
  }
  if (asksPrice.test(question)) stems.get("en")?.push("price");
  return { text: question.toLowerCase(), stems };
}

const minPartLength = 4;

/** Whether a compound begins or ends with a topic's word: German and Afrikaans join words, as in "Versandkosten". */
const isPartOfCompound = (language: StemmedLanguage, words: string, part: string): boolean =>
  (language === "de" || language === "af") &&
  part.length >= minPartLength &&
  (words.startsWith(part) || words.endsWith(part));

/** Counts the words of a topic that occur in a question. */
function countTopicWords(
  { stems, roots }: ReturnType<typeof topicOf>,
  asked: ReturnType<typeof wordsOfQuestion>,
): number {
  const found = new Set<string>();
  for (const [language, words] of asked.stems) {
    for (const each of stems.get(language) ?? []) {
      if (words.some((word) => word === each || isPartOfCompound(language, word, each))) found.add(each);
    }
  }
  for (const root of roots) if (asked.text.includes(root)) found.add(root);
  return found.size;
}

/**
 * Whether a question is on a topic that the organization has switched off. If the question fits several topics, the one
 * with the most matching words decides. A flag that is on in any active configuration counts as on.
 */
export function isOnTopicSwitchedOff(question: string, configurations: ActiveConfiguration[]): boolean {
  const flags = new Map<string, boolean>();
  for (const { settings } of configurations) {
    for (const [flag, isOn] of Object.entries(settings)) flags.set(flag, isOn || flags.get(flag) === true);
  }
  if (![...flags.values()].includes(false)) return false;
  const asked = wordsOfQuestion(question);
  const max = { on: 0, off: 0 };
  for (const [flag, isOn] of flags) {
    const side = isOn ? "on" : "off";
    max[side] = Math.max(max[side], countTopicWords(topicOf(flag), asked));
  }
  return max.off > 0 && max.off >= max.on;
}

const topicsByFlag = new Map(Object.entries(flagTopics));
const questionsByStep = new Map(Object.entries(stepQuestions));

/** Whether a template or step belongs to a topic that is switched off. */
const isOff = ({ settings }: ActiveConfiguration, kind: "templates" | "steps", name: string): boolean =>
  Object.entries(settings).some(
    ([flag, isOn]) => !isOn && topicsByFlag.get(flag)?.[kind].includes(name) === true,
  );

/** The templates of the active configurations whose topic is switched on, in order. */
export function activeTemplates(configurations: ActiveConfiguration[]): string[] {
  return configurations.flatMap((configuration) =>
    Object.entries(configuration.templateSettings)
      .filter(([name]) => !isOff(configuration, "templates", name))
      .map(([, text]) => text.trim())
      .filter((text) => text !== ""),
  );
}

const maxSuggestions = 6;

/** What a customer may ask, from the customer-support workflows whose topics are switched on. */
export function suggestedQuestions(configurations: ActiveConfiguration[]): string[] {
  const questions = configurations.flatMap((configuration) =>
    (configuration.workflowSettings["customerSupport"] ?? [])
      .filter((step) => !isOff(configuration, "steps", step))
      .map((step) => questionsByStep.get(step) ?? `Tell me about ${wordsOfName(step).join(" ")}.`),
  );
  return [...new Set(questions)].slice(0, maxSuggestions);
}
