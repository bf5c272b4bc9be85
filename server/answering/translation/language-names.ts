import type { BilingualLanguage } from "../../language/bilingual.ts";

/** What the model is told a language is called. */
export const languageNames: Record<BilingualLanguage, string> = {
  af: "Afrikaans",
  pt: "Portuguese",
  zu: "isiZulu",
  xh: "isiXhosa",
  st: "Sesotho",
  tn: "Setswana",
};
