import type { AnswerLanguage } from "./answer-language.ts";

/** How a place in a document is named in a text. */
export interface SourceWords {
  source: string;
  page: string;
  pages: string;
  and: string;
}

export const sourceWords: Record<AnswerLanguage, SourceWords> = {
  en: { source: "Source", page: "page", pages: "pages", and: "and" },
  af: { source: "Bron", page: "bladsy", pages: "bladsye", and: "en" },
  de: { source: "Quelle", page: "Seite", pages: "Seiten", and: "und" },
  fr: { source: "Source", page: "page", pages: "pages", and: "et" },
  pt: { source: "Fonte", page: "página", pages: "páginas", and: "e" },
  zu: { source: "Umthombo", page: "ikhasi", pages: "amakhasi", and: "no" },
  xh: { source: "Umthombo", page: "iphepha", pages: "amaphepha", and: "no" },
  st: { source: "Mohlodi", page: "leqephe", pages: "maqephe", and: "le" },
  tn: { source: "Motswedi", page: "tsebe", pages: "ditsebe", and: "le" },
};
