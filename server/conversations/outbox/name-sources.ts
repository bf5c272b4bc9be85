import type { ChatMessage, Source } from "../../../contract/conversations.ts";
import { detectAnswerLanguage } from "../../language/answer-language.ts";
import { sourceWords, type SourceWords } from "../../language/replies.ts";

/**
 * The sources of an answer as one line for channels that show text only, such as
 * "Source: Price List, pages 3 and 4; Returns Policy, page 1"; empty without sources.
 */
export function nameSources(sources: readonly Pick<Source, "documentName" | "page">[], words: SourceWords) {
  const named = [...Map.groupBy(sources, titleOf)].map(
    ([title, cited]) => `${title}, ${namePages(cited, words)}`,
  );
  return named.length === 0 ? "" : `${words.source}: ${named.join("; ")}`;
}

/** An answer of the kind `may_help` for channels that show text only: its sentence, then each quote with its page. */
export function quoteSources(
  content: string,
  sources: readonly Pick<Source, "documentName" | "page" | "quote">[],
  words: SourceWords,
): string {
  const quotes = sources.map(
    (each) => `“${each.quote.trim()}”\n(${titleOf(each)}, ${words.page} ${each.page})`,
  );
  return [content, ...quotes].join("\n\n");
}

/** A message as plain text. If it has no answer but passages that may help, their quotes are included. */
export function textOfMessage({ content, metadata }: Pick<ChatMessage, "content" | "metadata">): string {
  if (metadata?.kind !== "may_help") return content;
  return quoteSources(content, metadata.sources, sourceWords[detectAnswerLanguage(content)]);
}

const titleOf = ({ documentName }: Pick<Source, "documentName">): string =>
  documentName.replace(/\.(pdf|docx?)$/i, "");

function namePages(cited: readonly Pick<Source, "page">[], words: SourceWords): string {
  const pages = [...new Set(cited.map(({ page }) => page))].toSorted((a, b) => a - b);
  if (pages.length === 1) return `${words.page} ${pages[0]}`;
  return `${words.pages} ${pages.slice(0, -1).join(", ")} ${words.and} ${pages.at(-1)}`;
}
