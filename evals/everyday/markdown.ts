/** A part of a document's source. */
export type Part =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "item"; ordered: boolean; text: string }
  | { kind: "table"; rows: string[][] }
  | { kind: "page_break" };

export interface Source {
  parts: Part[];
  /** The text of each footnote by its mark; the text contains the mark as `[^1]`. */
  footnotes: Map<string, string>;
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\s*\|/u, "")
    .replace(/\|\s*$/u, "")
    .split("|")
    .map((cell) => cell.trim());

/** Parses the part of Markdown that the documents of the everyday organizations use. */
export function parseMarkdown(markdown: string): Source {
  const parts: Part[] = [];
  const footnotes = new Map<string, string>();
  let isParagraphOpen = false;
  for (const line of markdown.split("\n").map((each) => each.trim())) {
    const last = parts.at(-1);
    const footnote = /^\[\^(\w+)\]:\s*(.+)$/u.exec(line);
    const heading = /^(#+)\s+(.+)$/u.exec(line);
    const item = /^(?:[-*]|(\d+)\.)\s+(.+)$/u.exec(line);
    const isContinued = isParagraphOpen && last?.kind === "paragraph";
    isParagraphOpen = false;
    if (line === "" || /^\|[\s|:-]+$/u.test(line)) continue;
    if (footnote) footnotes.set(footnote[1] ?? "", footnote[2] ?? "");
    else if (/^-{3,}$/u.test(line)) parts.push({ kind: "page_break" });
    else if (heading) parts.push({ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" });
    else if (line.startsWith("|")) {
      if (last?.kind === "table") last.rows.push(cellsOf(line));
      else parts.push({ kind: "table", rows: [cellsOf(line)] });
    } else if (item) parts.push({ kind: "item", ordered: item[1] !== undefined, text: item[2] ?? "" });
    else {
      if (isContinued) last.text += ` ${line}`;
      else parts.push({ kind: "paragraph", text: line });
      isParagraphOpen = true;
    }
  }
  return { parts, footnotes };
}
