/** Document languages by ISO 639-1 code. "und" is any other; its words are indexed without stemming. */
export const languages = ["en", "de", "fr", "af", "nl", "pt", "es", "it", "und"] as const;
export type Language = (typeof languages)[number];

/** Reads a stored code; anything unknown is "und". */
export function toLanguage(code: string | null | undefined): Language {
  return languages.find((language) => language === code) ?? "und";
}
