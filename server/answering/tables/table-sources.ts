import type { Source } from "../../../contract/conversations.ts";
import type { Transaction } from "../../database/database.ts";
import { findRows } from "../../database/rows.ts";
import type { TableCandidate } from "./table-candidate.ts";

/** At most this many rows of a table are shown as sources. */
const maxRows = 5;

/** The rows of a candidate as sources: verbatim text of the pages of its version, with the deciding cells marked. */
export async function tableSources(
  trx: Transaction,
  organizationId: string,
  { documentId, documentName, versionId, version, rows, cells }: TableCandidate,
): Promise<Source[]> {
  const shown = rows.slice(0, maxRows);
  const shownPages = [...new Set(shown.map(({ page }) => page))];
  const ofRows = { organization_id: organizationId, version_id: versionId, page: shownPages };
  const pages = await findRows(trx, "document_pages", ofRows, ["page", "text"]);
  const texts = new Map(pages.map(({ page, text }) => [page, text]));
  return shown.flatMap(({ page, start, end }): Source[] => {
    const quote = texts.get(page)?.slice(start, end);
    if (quote === undefined || quote === "") return [];
    const own = cells.filter((cell) => cell.page === page && cell.start >= start && cell.end <= end);
    const source = { documentId, documentName, version, page, quote, start, end };
    const marked = own.map(({ start: from, end: to }) => ({ start: from, end: to }));
    return [marked.length === 0 ? source : { ...source, cells: marked }];
  });
}
