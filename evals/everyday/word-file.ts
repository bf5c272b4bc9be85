import {
  Document,
  FootnoteReferenceRun,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageBreak,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import type { Part, Source } from "./markdown.ts";

const headings = [HeadingLevel.TITLE, HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3];
const levelOf = (format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string) => [
  { level: 0, format, text },
];

/** Renders a source as a Word file, with real footnotes, lists and tables. */
export async function writeWordFile({ parts, footnotes }: Source): Promise<Buffer> {
  const marks = [...footnotes.keys()];
  const runsOf = (text: string, bold = false) =>
    text.split(/(\[\^\w+\])/u).map((piece) => {
      const mark = marks.indexOf(/^\[\^(\w+)\]$/u.exec(piece)?.[1] ?? "");
      return mark === -1 ? new TextRun({ text: piece, bold }) : new FootnoteReferenceRun(mark + 1);
    });
  const list = (ordered: boolean) => ({ reference: ordered ? "numbers" : "bullets", level: 0 });
  const childrenOf = (part: Part): (Paragraph | Table)[] => {
    if (part.kind === "page_break") return [new Paragraph({ children: [new PageBreak()] })];
    if (part.kind === "heading")
      return [
        new Paragraph({
          heading: headings[part.level - 1] ?? HeadingLevel.HEADING_3,
          children: runsOf(part.text),
        }),
      ];
    if (part.kind === "paragraph") return [new Paragraph({ children: runsOf(part.text) })];
    if (part.kind === "item")
      return [new Paragraph({ children: runsOf(part.text), numbering: list(part.ordered) })];
    const rows = part.rows.map(
      (cells, row) =>
        new TableRow({
          tableHeader: row === 0,
          children: cells.map(
            (cell) => new TableCell({ children: [new Paragraph({ children: runsOf(cell, row === 0) })] }),
          ),
        }),
    );
    return [new Table({ width: { size: 100, type: WidthType.PERCENTAGE }, rows }), new Paragraph("")];
  };
  return Packer.toBuffer(
    new Document({
      numbering: {
        config: [
          { reference: "bullets", levels: levelOf(LevelFormat.BULLET, "•") },
          { reference: "numbers", levels: levelOf(LevelFormat.DECIMAL, "%1.") },
        ],
      },
      footnotes: Object.fromEntries(
        [...footnotes.values()].map((text, at) => [at + 1, { children: [new Paragraph(text)] }]),
      ),
      sections: [{ children: parts.flatMap(childrenOf) }],
    }),
  );
}
