import type { Source } from "../../../contract/conversations.ts";

/** What an answer takes from one page of one document. */
export type SourcesOfPage = [Source, ...Source[]];

/** Sources that stand on the same page, together, in the order of the first of each. */
export function groupByPage(sources: readonly Source[]): SourcesOfPage[] {
  const pages = new Map<string, SourcesOfPage>();
  for (const source of sources) {
    const key = `${source.documentId} ${source.version} ${source.page}`;
    const page = pages.get(key);
    if (page) page.push(source);
    else pages.set(key, [source]);
  }
  return [...pages.values()];
}
