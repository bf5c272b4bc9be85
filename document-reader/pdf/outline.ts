import { readUtf16, type PdfFile } from "./pdfium.ts";

const maxEntries = 5_000;

/** The key of a text on a page (0-based): its letters and digits, in lower case. */
export const outlineKey = (page: number, text: string): string =>
  `${page}:${text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")}`;

/** The levels (from 1) of the bookmarks of a file, the first of equal ones. Cuts off loops and endless outlines. */
export function readOutline({ pdfium, document }: PdfFile): Map<string, number> {
  const levels = new Map<string, number>();
  const seen = new Set<number>();
  const visit = (parent: number, level: number): void => {
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && seen.size < maxEntries) {
      seen.add(bookmark);
      const current = bookmark;
      const title = readUtf16(pdfium, (to, size) => pdfium.FPDFBookmark_GetTitle(current, to, size));
      const destination = pdfium.FPDFBookmark_GetDest(document, current);
      const page = destination === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(document, destination);
      const key = outlineKey(page, title);
      if (page >= 0 && title.trim() !== "" && !levels.has(key)) levels.set(key, level);
      if (level < 6) visit(current, level + 1);
      bookmark = pdfium.FPDFBookmark_GetNextSibling(document, current);
    }
  };
  visit(0, 1);
  return levels;
}
