import { readUtf16, type PdfFile } from "./pdfium.ts";

/** A bookmark: 0-based page, level from 1. */
export interface OutlineEntry {
  page: number;
  title: string;
  level: number;
}

const maxEntries = 5_000;

/** The bookmarks of a file in order. Cuts off loops and endless outlines. */
export function readOutline({ pdfium, document }: PdfFile): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, level: number): void => {
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && seen.size < maxEntries) {
      seen.add(bookmark);
      const current = bookmark;
      const title = readUtf16(pdfium, (to, size) => pdfium.FPDFBookmark_GetTitle(current, to, size));
      const destination = pdfium.FPDFBookmark_GetDest(document, current);
      const page = destination === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(document, destination);
      if (page >= 0 && title.trim() !== "") entries.push({ page, title: title.trim(), level });
      if (level < 6) visit(current, level + 1);
      bookmark = pdfium.FPDFBookmark_GetNextSibling(document, current);
    }
  };
  visit(0, 1);
  return entries;
}
