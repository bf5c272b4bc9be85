/** How a model refers to the texts that it was given: "the passages", "the documents provided". */
const anyDocuments = String.raw`(?:the|these|those|your|our|provided|given|available|die|os|les)\s+(?:\p{L}+\s+){0,2}(?:passages?|documents?|excerpts?|extracts?|sources?|context|dokumente|gedeeltes|documentos|passagens)(?:\s+(?:provided|given|shown|here|above|i have|cited))?`;
const verbs =
  "show which|say|state|give|show|mention|specify|tell|contain|list|name|describe|explain|provide|indicate|include|set out";
const silent = new RegExp(
  String.raw`(?<!\p{L})${anyDocuments}\s+(?:alone\s+)?(?:(?:do|does|did)\s*(?:not|n[’']t)|don[’']t|doesn[’']t|cannot|never|give no|say nothing|só não|não|ne)\s+(?:exact\s+|full\s+|clearly\s+|explicitly\s+|directly\s+)?(?:${verbs}|s[êe]|noem|gee|dizem|indicam)`,
  "iu",
);
const passive = new RegExp(
  String.raw`(?:is|are|was|were)\s+(?:not|n[’']t)\s+(?:given|stated|shown|mentioned|specified|named|listed|described|set out|clear)\s+(?:in|from|by|anywhere in)\s+${anyDocuments}`,
  "iu",
);
const bare = /^(?:[^,;:.]{3,90})\s(?:is|are)\s(?:not|n[’']t)\s(?:given|stated|shown|mentioned|specified)$/iu;
const afrikaans = /(?<!\p{L})die (?:dokumente|gedeeltes) (?:sê|noem|gee|meld|toon|wys) nie(?!\p{L})/iu;

/** Whether a sentence only states what the documents leave open: it makes no claim that would need support. */
export function isAboutDocuments(text: string): boolean {
  const statement = text.replace(/[.!\s]+$/u, "");
  if (![silent, passive, bare, afrikaans].some((pattern) => pattern.test(statement))) return false;
  // "…, but floods are covered" also makes a claim.
  return !/[,;]\s*(?:but|however|though|although|yet|so you|and you|maar)(?!\p{L})/iu.test(statement);
}

/** Replaces "the passages" by "the documents": customers do not know what a passage is. */
export function ofDocuments(text: string): string {
  return text.replace(
    /\b(the|these|those|provided|given|available)\s+(?:provided\s+|given\s+|cited\s+)?(?:passages|excerpts|extracts|sources)\b/giu,
    (_match, article: string) =>
      article[0] === article[0]?.toUpperCase() ? "The documents" : "the documents",
  );
}
