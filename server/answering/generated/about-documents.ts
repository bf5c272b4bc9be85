import { readPatterns } from "../../language/language-data.ts";

const words = readPatterns("claims", "documents");
/** How a model refers to the texts that it was given: "the passages", "the documents provided". */
const anyDocuments = String.raw`(?:${words("determiner")})\s+(?:\p{L}+\s+){0,2}(?:${words("documents")})(?:\s+(?:${words("provided")}))?`;
const silent = new RegExp(
  String.raw`(?<!\p{L})${anyDocuments}\s+(?:alone\s+)?(?:${words("do not")})\s+(?:(?:${words("clearly")})\s+)?(?:${words("say")})`,
  "iu",
);
const passive = new RegExp(
  String.raw`(?:is|are|was|were)\s+(?:not|n[’']t)\s+(?:${words("stated")}|${words("stated there")})\s+(?:in|from|by|anywhere in)\s+${anyDocuments}`,
  "iu",
);
const bare = new RegExp(
  String.raw`^(?:[^,;:.]{3,90})\s(?:is|are)\s(?:not|n[’']t)\s(?:${words("stated")})$`,
  "iu",
);
const saysNothing = new RegExp(String.raw`(?<!\p{L})(?:${words("say nothing")})(?!\p{L})`, "iu");
const claimBehind = new RegExp(String.raw`[,;]\s*(?:${words("adds a claim")})(?!\p{L})`, "iu");

/** Whether a sentence only states what the documents leave open: it makes no claim that would need support. */
export function isAboutDocuments(text: string): boolean {
  const statement = text.replace(/[.!\s]+$/u, "");
  if (![silent, passive, bare, saysNothing].some((pattern) => pattern.test(statement))) return false;
  // "…, but floods are covered" also makes a claim.
  return !claimBehind.test(statement);
}

/** Replaces "the passages" by "the documents": customers do not know what a passage is. */
export function ofDocuments(text: string): string {
  return text.replace(
    /\b(the|these|those|provided|given|available)\s+(?:provided\s+|given\s+|cited\s+)?(?:passages|excerpts|extracts|sources)\b/giu,
    (_match, article: string) =>
      article[0] === article[0]?.toUpperCase() ? "The documents" : "the documents",
  );
}
