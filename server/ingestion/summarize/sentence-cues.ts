import { answerLanguages } from "../../language/answer-language.ts";
import { anyOf, readNamed } from "../../language/language-data.ts";

/** In characters. East Asian scripts need about a third of the characters for the same content. */
const minCharacters = 35;
const minDenseCharacters = 14;
const maxCharacters = 320;

const denseScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const phrasesOf = (name: string): string => anyOf(readNamed("summaries", answerLanguages, name));

/** Imprints, legal notices, contact details and navigation, which are not about the subject. */
const boilerplate = new RegExp(
  String.raw`©|\bcopyright\b|\bisbn\b|\bissn\b|\bdoi\b|https?:|www\.|@|\bpage \d|\b(?:tel|fax|phone)\b[.: ]|${phrasesOf("boilerplate")}`,
  "iu",
);

/** "This policy sets out …", in all languages that the product answers in. */
const purposeCue = new RegExp(String.raw`\b(?:${phrasesOf("purpose")})\b`, "iu");

/** Begins with a reference to the previous sentence ("This …", "However …"). */
const startsWithReference = new RegExp(String.raw`^(?:${phrasesOf("reference")})\b`, "iu");

const instructionCue = new RegExp(
  String.raw`^(?:${phrasesOf("instruction")})\b|\b(?:click|log ?in|download)\b`,
  "iu",
);

const conditionCue = new RegExp(String.raw`^(?:${phrasesOf("condition")})\b`, "iu");

/** Whether a text is a sentence that can be part of a summary. */
export function isProse(text: string): boolean {
  const isDense = denseScript.test(text);
  if (text.length < (isDense ? minDenseCharacters : minCharacters) || text.length > maxCharacters)
    return false;
  if (!/[.!。…][”"'’)»」]*$/u.test(text)) return false;
  if (/^\p{Ll}/u.test(text) || /^[^\p{L}\p{N}"“„«'‘([「]/u.test(text)) return false;
  if (boilerplate.test(text) || text.includes(" | ") || /\.{4}|_{3}|\t/.test(text)) return false;
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  if (letters < 0.65 * text.length || digits > 0.12 * text.length || capitals > 0.35 * letters) return false;
  return isDense || text.split(" ").length >= 6 || !/\p{Script=Latin}/u.test(text);
}

/** A sentence's factor: above 1 if it states the document's purpose, below 1 if it depends on its context. */
export function cueFactor(text: string): number {
  let factor = 1;
  const hasPurpose = purposeCue.test(text);
  if (hasPurpose) factor *= 1.6;
  else if (startsWithReference.test(text)) factor *= 0.55;
  if (instructionCue.test(text) || conditionCue.test(text)) factor *= 0.6;
  if (/^(?:\d|\(|\[|["“„«'‘])/u.test(text)) factor *= 0.7;
  if (/\[\d|\bet al\b|\(\d{4}\)/u.test(text)) factor *= 0.8;
  if (text.length > 240 || (text.length < 60 && !denseScript.test(text))) factor *= 0.8;
  return factor;
}
