import { clsx } from "clsx";
import { withUnbrokenAmounts } from "../format/unbroken.ts";

/** The text of an answer, with a paragraph for each line. Consecutive lines of cells separated by `|` are shown as a table. */
export function AnswerText({ text }: { text: string }) {
  return (
    <div className="grid gap-2 text-sm wrap-anywhere">
      {partsOf(withUnbrokenAmounts(text)).map((part, index) =>
        part.rows ? (
          <AnswerTable key={index} rows={part.rows} />
        ) : (
          <p key={index} className="whitespace-pre-wrap">
            {part.text}
          </p>
        ),
      )}
    </div>
  );
}

interface Part {
  text: string;
  /** The cells of each row, if the lines are rows of a table. */
  rows?: string[][];
}

/** Splits a text into tables and the lines between them. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (const line of text.split("\n")) {
    const cells = line.split(" | ");
    const isRow = cells.length > 1;
    const last = parts.at(-1);
    if (isRow && last?.rows) last.rows.push(cells);
    else if (isRow) parts.push({ text: "", rows: [cells] });
    else if (line.trim() !== "") parts.push({ text: line });
  }
  return parts;
}

/** On narrow screens the table scrolls, so that no word or amount is broken. */
function AnswerTable({ rows }: { rows: string[][] }) {
  // The first row is assumed to be a header if it contains no digit.
  const hasHead = rows.length > 1 && !rows[0]?.some((cell) => /\d/.test(cell));
  return (
    <div role="group" aria-label="Table" tabIndex={0} className="overflow-x-auto -outline-offset-2">
      <table className="border-collapse [overflow-wrap:normal]">
        {hasHead && (
          <thead>
            <tr className="border-b border-line-strong">
              {rows[0]?.map((cell, column) => (
                <th key={column} scope="col" className="py-1 pr-5 text-left align-bottom font-semibold">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {(hasHead ? rows.slice(1) : rows).map((cells, row) => (
            <tr key={row} className="border-b border-line last:border-0">
              {cells.map((cell, column) => (
                <Cell key={column} text={cell} isFirst={column === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Cells up to this length stay on one line, such as an amount, a date or a few short words. */
const maxUnbrokenLength = 24;

function Cell({ text, isFirst }: { text: string; isFirst: boolean }) {
  const Tag = isFirst ? "th" : "td";
  const unbroken = text.length <= maxUnbrokenLength && "whitespace-nowrap";
  return (
    <Tag
      scope={isFirst ? "row" : undefined}
      className={clsx("py-1 pr-5 text-left align-top", unbroken, isFirst && "font-medium")}
    >
      {text}
    </Tag>
  );
}
