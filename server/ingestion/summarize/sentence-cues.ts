/** In characters. Scripts without spaces say the same in a third of them. */
const minCharacters = 35;
const minDenseCharacters = 14;
const maxCharacters = 320;

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Who prints, sells or forbids it, how to reach somebody, where to click: not what the document says. */
const boilerplate =
  /©|\bcopyright\b|all rights reserved|rights reserved|\bisbn\b|\bissn\b|\bdoi\b|https?:|www\.|@|\bpage \d|table of contents|\b(?:tel|fax|phone)\b[.: ]|click here|this page (?:is )?intentionally|permission (?:is|of)|reproduced|creative commons|licen[cs]ed under|received:|accepted:|correspond(?:ence|ing author)|does not reflect|for (?:demonstration|illustrative) purposes|no warrant|terms of use apply|toutes? droits|alle rechte|alle regte|todos os direitos/iu;

/** "This policy sets out …", in the languages that the product knows best. */
const purposeCue =
  /\b(?:this|the(?: present)?|our) (?:document|policy|handbook|guide|guideline|manual|agreement|contract|report|paper|study|article|review|by-?law|plan|notice|statement|procedure|brochure|booklet|catalogue|list|form|chapter|specification|proposal|standard)\b|\b(?:purpose|aim|objective|goal|scope) of (?:this|the)\b|\bin this (?:paper|study|article|report|review|document)\b|\bwe (?:describe|present|report|investigate|study|show)\b|\bdieses? (?:dokument|richtlinie|handbuch|vereinbarung|satzung|vertrag|bericht|leitfaden)|\bzweck (?:dieser|dieses|der|des)\b|\b(?:ce|cette|le présent|la présente) (?:document|politique|guide|manuel|accord|contrat|rapport|règlement)|\bhierdie (?:dokument|beleid|handleiding|ooreenkoms|verordening|verslag|gids)|\b(?:este|esta|o presente|a presente) (?:documento|política|guia|manual|contrato|relatório|regulamento)/iu;

/** Leans on the sentence before it. */
const startsWithReference =
  /^(?:he|she|it|they|these|those|this|that|such|however|therefore|thus|hence|moreover|furthermore|but|and|or|also|so|then|as a result|for example|in addition|otherwise|if so|er|sie|es|diese[rs]?|jedoch|daher|il|elle|ils|elles|cela|toutefois|hy|sy|hulle|dit|egter|daarom|ele|ela|eles|isso|porém)\b/iu;

const instructionCue =
  /^(?:please|note|see|click|select|enter|refer|do not|for more|to learn)\b|\b(?:click|log ?in|download)\b/iu;

const conditionCue =
  /^(?:if|unless|where|when|in the event|wenn|falls|si|lorsque|indien|wanneer|se|quando)\b/iu;

/** Whether a stretch of text is a sentence that can stand in a summary. */
export function isProse(text: string): boolean {
  const isDense = dense.test(text);
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

/** How much more or less a sentence tells than its words alone, as a factor. */
export function cueOf(text: string): number {
  let factor = 1;
  const hasPurpose = purposeCue.test(text);
  if (hasPurpose) factor *= 1.6;
  else if (startsWithReference.test(text)) factor *= 0.55;
  if (instructionCue.test(text) || conditionCue.test(text)) factor *= 0.6;
  if (/^(?:\d|\(|\[|["“„«'‘])/u.test(text)) factor *= 0.7;
  if (/\[\d|\bet al\b|\(\d{4}\)/u.test(text)) factor *= 0.8;
  if (text.length > 240 || (text.length < 60 && !dense.test(text))) factor *= 0.8;
  return factor;
}
