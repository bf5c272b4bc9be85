/**
 * Words that frame a question rather than say what it is about: "what HAPPENS if I NEED to GET…".
 * Rare in documents, they would outweigh the words that matter; they count less, not nothing.
 */
const lists = [
  // English
  `happen happens happened know explain tell say says said mean means meaning according consider
  considering considered describe describes described define example examples exact exactly like got
  get gets getting use uses used using make makes made take takes taken need needs want wants give
  gives given go goes come comes work works working find found look looking let lets many much kind
  type types sort way ways thing things someone anyone people person able possible help called call
  name named still ever even really actually currently typically usually often lot different one two
  first new good best well specific please`,
  // German
  `gibt geben heißt bedeutet bedeuten passiert machen mache macht gehen geht brauche brauchen viel
  viele möchte bitte erklären erkläre sagen welch art genau kommt finde finden bekomme bekommen`,
  // French
  `signifie veut dire arrive expliquer expliquez donner donne aller va besoin beaucoup trouver prendre
  type sorte exemple exactement`,
  // Afrikaans and Dutch
  `beteken gebeur verduidelik maak gaan kry gee vind nodig baie asseblief soort presies betekent
  gebeurt maken krijg krijgen geven vinden veel`,
  // Portuguese
  `significa acontece explicar explique fazer faço dar preciso encontrar muito tipo exemplo
  exatamente`,
];

const framingWords: ReadonlySet<string> = new Set(lists.join(" ").split(/\s+/));

/** Whether a lower-case word of a question only frames it, in any of the languages. */
export function framesQuestion(word: string): boolean {
  return framingWords.has(word);
}
