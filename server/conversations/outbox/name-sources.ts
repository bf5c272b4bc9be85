import type { Source } from "../../../contract/conversations.ts";

export interface SourceWords {
  source: string;
  page: string;
  pages: string;
  and: string;
}

/**
 * The sources of an answer as one line for channels that show text only, such as
 * "Source: Price List, pages 3 and 4; Returns Policy, page 1". "" where there are none.
 */
export function nameSources(
  sources: readonly Pick<Source, "documentName" | "page">[],
  words: SourceWords,
): string {
  const pagesOf = new Map<string, Set<number>>();
  for (const { documentName, page } of sources) {
    const title = documentName.replace(/\.(pdf|docx?)$/i, "");
    pagesOf.set(title, (pagesOf.get(title) ?? new Set()).add(page));
  }
  const named = [...pagesOf].map(
    ([title, pages]) =>
      `${title}, ${namePages(
        [...pages].toSorted((a, b) => a - b),
        words,
      )}`,
  );
  return named.length === 0 ? "" : `${words.source}: ${named.join("; ")}`;
}

function namePages(pages: number[], words: SourceWords): string {
  if (pages.length === 1) return `${words.page} ${pages[0]}`;
  return `${words.pages} ${pages.slice(0, -1).join(", ")} ${words.and} ${pages.at(-1)}`;
}
