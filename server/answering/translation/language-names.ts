import type { BilingualLanguage } from "../../language/bilingual.ts";

/** The names of the languages in prompts. */
export const languageNames: Record<BilingualLanguage, string> = {
  af: "Afrikaans",
  pt: "Portuguese",
  zu: "isiZulu",
  xh: "isiXhosa",
  st: "Sesotho",
  tn: "Setswana",
};
