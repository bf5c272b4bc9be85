import type { Source } from "../../../contract/conversations.ts";

/** The sources of an answer that are on the same page; at least one. */
export type SourcesOfPage = [Source, ...Source[]];

/** Groups sources by page, in the order in which each page comes first. */
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
