import { activeTemplates, suggestedQuestions } from "./topics.ts";
import type { Guide } from "./guidance.ts";

/** An organization's greeting for customers, from its first active template; null if it has none. */
export function greetingOf({ organizationName, configurations }: Guide) {
  const [template] = activeTemplates(configurations);
  if (template === undefined) return null;
  return { text: withName(template, organizationName), suggestions: suggestedQuestions(configurations) };
}

/** Adds a welcome with the organization's name, in place of the template's own hello, if it lacks the name. */
function withName(template: string, name: string): string {
  if (name === "" || template.toLowerCase().includes(name.toLowerCase())) return template;
  const opening = /^(hello|hi|hallo|good day|welcome)\s*[!,.]\s*/iu.exec(template);
  const rest = opening === null ? template : template.slice(opening[0].length);
  return `Hello, and welcome to ${name}! ${rest}`;
}

/** The greeting as one message, with suggested questions as lines. */
export function withSuggestions(greeting: string, suggestions: readonly string[]): string {
  if (suggestions.length === 0) return greeting;
  const lines = suggestions.map((question) => `• ${question}`);
  return [greeting, "", "You can ask me, for example:", ...lines].join("\n");
}
