/** Forms of an answer that are known by sight: a question that asks for one is answered by no other words. */
export type AnswerForm = "price" | "telephone" | "email" | "website" | "clock_time";

/** Whole words only; `\b` knows no letters with accents. */
const words = (alternatives: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "iu");

/** What asks for a form in English, Afrikaans, German, French and Portuguese. */
const cues: Record<AnswerForm, RegExp> = {
  price: words(
    "costs?|prices?|priced|how much (?:is|are|was|for|must i pay|do i pay|do you charge)|" +
      "kos|koste|prys|pryse|hoeveel is|kostet|kosten|preise?|wie teuer|" +
      "coûte|coûtent|coute|prix|tarif|custa|custam|custo|preço|preços|preco",
  ),
  telephone: words(
    "(?:tele)?phone numbers?|telephone|contact numbers?|(?:help|hot)line|" +
      "(?:what|which) number|number (?:do|can|should|must) (?:i|we|you) (?:call|dial|ring|phone)|" +
      "telefoonnommer|watter nommer|telefonnummer|rufnummer|welche nummer|" +
      "numéro|numero de (?:téléphone|telephone)|número de telefone|(?:que|qual) (?:o )?número|telefone",
  ),
  email: words(
    "e-?mail address(?:es)?|what(?:'s| is) (?:the|your) e-?mail|e-?posadres|e-?mail-?adresse|" +
      "adresse (?:e-?mail|électronique)|endereço de e-?mail",
  ),
  website: words(
    "web ?sites?|web (?:address|page)|url|webwerf|webadres|webseite|internetseite|site (?:web|internet)|sítio",
  ),
  clock_time: words(
    "what time|(?:opening|closing|business|trading|office|store) (?:hours|times?)|hoe laat|openingstye|" +
      "wie viel uhr|öffnungszeiten|quelle heure|horaires?|(?:que|quais) horas?|horários?",
  ),
};

/** Figures that are no amount of money although "how much is" may ask for them. */
const otherFigure = words(
  "discount|rebate|interest|percent|percentage|rate|contributes?|contribution|weighs?|leave|notice|" +
    "afslag|korting|rente|rabatt|zinsen|zins|remise|rabais|intérêts?|desconto|juros",
);

const currency = "US\\$|N\\$|R\\$|[$€£¥₹]|ZAR|USD|EUR|GBP|CHF|BRL|NAD|BWP|KES|MZN|AOA|NGN|R(?=\\s?\\d)";
const telephone =
  "\\+\\d{1,3}[\\s().-]{0,2}\\d(?:[\\s().-]{0,2}\\d){6,11}|\\(?0\\d{1,4}\\)?[\\s/.-]{0,2}\\d{2,4}(?:[\\s.-]?\\d{2,4}){1,3}|" +
  "1[\\s-]8\\d\\d[\\s-]\\d{3}[\\s-]\\d{4}|\\(?\\d{3}\\)?[\\s.-]\\d{3}[\\s.-]\\d{4}";

const shapes: Record<AnswerForm, RegExp> = {
  price: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${currency})\\s?\\d|\\d\\s?(?:[€£¥]|(?:[Rr]and|[Ee]uros?|dollars?|pounds?|reais|EUR|USD|ZAR)(?!\\p{L}))|` +
      "(?<![\\p{L}-])(?<![Ff]eel )(?:[Ff]ree|[Gg]ratis|[Kk]ostenlos|[Gg]ratuite?|[Gg]rátis)(?!\\p{L})",
    // Case tells "R 5" from "section r 5".
    "gu",
  ),
  telephone: new RegExp(`(?<![\\p{L}\\p{N}.,/-])(?:${telephone})(?![\\p{N}])`, "giu"),
  email: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}.]{2,}/giu,
  website:
    /(?:https?:\/\/|www\.)\S+|(?<![@\p{L}])[\p{L}\p{N}-]+\.(?:com|org|net|co\.\w\w|gov|info|io|de|fr|pt|za)(?!\p{L})/giu,
  clock_time:
    /(?<!\d)(?:[01]?\d|2[0-4])[:h.][0-5]\d(?!\d)|(?<!\d)\d{1,2}\s?(?:a\.?m|p\.?m)(?!\p{L})|\d\s?(?:uhr|heures)/giu,
};

/** The forms that a question asks for: often none. */
export function soughtForms(question: string): AnswerForm[] {
  const forms = (Object.keys(cues) as AnswerForm[]).filter((form) => cues[form].test(question));
  return otherFigure.test(question) ? forms.filter((form) => form !== "price") : forms;
}

/** The words of a question that name the form: "price" need not stand beside a price. */
export function namesForm(question: string, forms: readonly AnswerForm[]): Set<string> {
  const named = forms.map((form) => cues[form].exec(question)?.[0] ?? "");
  return new Set(
    named
      .join(" ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}

/** Whether a text bears one of the forms in words that are not the question's own. */
export function showsForm(text: string, forms: readonly AnswerForm[], question: string): boolean {
  const asked = question.toLowerCase();
  return forms.some((form) =>
    [...text.matchAll(shapes[form])].some(([found]) => !asked.includes(found.trim().toLowerCase())),
  );
}
