import { flagTopics, stepQuestions } from "../../../contract/business-presets.ts";
import { tokenise } from "../../language/tokenise.ts";
import { stem } from "../../language/stem.ts";
import type { ActiveConfiguration } from "./guidance.ts";

/** Words of a flag's name that every name has. */
const emptyWords = new Set(["enabled", "management", "processing", "tracking", "monitoring", "is", "has"]);
const spokenLanguages = ["en", "af"] as const;

/** The stems that tell the topic of a flag; of one that the product does not know, those of its name. */
function stemsOf(flag: string): ReadonlySet<string> {
  const known = stems.get(flag);
  if (known !== undefined) return known;
  const topic = Object.hasOwn(flagTopics, flag) ? flagTopics[flag] : undefined;
  const words = topic?.words.split(" ") ?? wordsOfName(flag).filter((word) => !emptyWords.has(word));
  const found = new Set(words.flatMap((word) => spokenLanguages.map((language) => stem(word, language))));
  if (stems.size < 10_000) stems.set(flag, found);
  return found;
}
const stems = new Map<string, ReadonlySet<string>>();

/** "warrantyClaimsEnabled" and "product_info" in lower-case words. */
export function wordsOfName(name: string): string[] {
  return name
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(" ");
}

/** "How much is the tent" asks for a price without naming it. */
const asksPrice = /(?<![\p{L}])(how much (is|are|does|do|for)|wat kos|hoeveel kos)(?![\p{L}])/iu;

/**
 * Whether a question is on a topic that the organization has switched off. Where it touches another
 * topic as well, the one with more words has it; a flag that is on in any active configuration is on.
 */
export function isOnTopicSwitchedOff(question: string, configurations: ActiveConfiguration[]): boolean {
  const flags = new Map<string, boolean>();
  for (const { settings } of configurations) {
    for (const [flag, isOn] of Object.entries(settings)) flags.set(flag, isOn || flags.get(flag) === true);
  }
  if (![...flags.values()].includes(false)) return false;
  const words = tokenise(question).flatMap(({ word, parts }) => (parts.length > 0 ? parts : [word]));
  const asked = new Set(words.flatMap((word) => spokenLanguages.map((language) => stem(word, language))));
  if (asksPrice.test(question)) asked.add("price");
  const most = { on: 0, off: 0 };
  for (const [flag, isOn] of flags) {
    const count = [...stemsOf(flag)].filter((each) => asked.has(each)).length;
    const side = isOn ? "on" : "off";
    most[side] = Math.max(most[side], count);
  }
  return most.off > 0 && most.off >= most.on;
}

const isOff = (
  { settings }: ActiveConfiguration,
  of: (topic: (typeof flagTopics)[string]) => boolean,
): boolean =>
  Object.entries(settings).some(([flag, isOn]) => {
    const topic = Object.hasOwn(flagTopics, flag) ? flagTopics[flag] : undefined;
    return !isOn && topic !== undefined && of(topic);
  });

/** The templates of the active configurations whose topic is switched on, in order. */
export function activeTemplates(configurations: ActiveConfiguration[]): string[] {
  return configurations.flatMap((configuration) =>
    Object.entries(configuration.templateSettings)
      .filter(([name]) => !isOff(configuration, ({ templates }) => templates.includes(name)))
      .map(([, text]) => text.trim())
      .filter((text) => text !== ""),
  );
}

const maxSuggestions = 6;

/** What a customer may ask, from the customer-support workflows whose topics are switched on. */
export function suggestedQuestions(configurations: ActiveConfiguration[]): string[] {
  const questions = configurations.flatMap((configuration) =>
    (configuration.workflowSettings["customerSupport"] ?? [])
      .filter((step) => !isOff(configuration, ({ steps }) => steps.includes(step)))
      .map((step) =>
        Object.hasOwn(stepQuestions, step)
          ? (stepQuestions[step] ?? "")
          : `Tell me about ${wordsOfName(step).join(" ")}.`,
      ),
  );
  return [...new Set(questions)].slice(0, maxSuggestions);
}
