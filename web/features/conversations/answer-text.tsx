import { clsx } from "clsx";

const cellSeparator = " | ";

/** An answer: paragraphs as they are, and rows of a table, whose cells come separated by bars, as a table. */
export function AnswerText({ text }: { text: string }) {
  return (
    <div className="grid gap-2 text-sm wrap-anywhere">
      {partsOf(text).map((part, index) =>
        part.rows ? (
          <Rows key={index} rows={part.rows} />
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
  /** The cells of each row, where the lines are rows of a table. */
  rows?: string[][];
}

/** Lines that follow one another and are all, or none of them, rows of a table. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (const line of text.split("\n")) {
    const cells = line.includes(cellSeparator) ? line.split(cellSeparator) : null;
    const last = parts.at(-1);
    if (cells) {
      if (last?.rows) last.rows.push(cells);
      else parts.push({ text: "", rows: [cells] });
    } else if (last && !last.rows) {
      last.text += `\n${line}`;
    } else {
      parts.push({ text: line });
    }
  }
  return parts;
}

/** A first row without a figure names the columns; else the first cell of each row names the row. */
function namesColumns(rows: string[][]): boolean {
  return rows.length > 1 && !rows[0]?.some((cell) => /\d/.test(cell));
}

/** On a narrow screen the table scrolls: neither a word nor an amount is broken. */
function Rows({ rows }: { rows: string[][] }) {
  const hasHead = namesColumns(rows);
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

/** An amount, a code or a date stays on one line, and so do a few short words. */
const maxUnbrokenLength = 24;

function Cell({ text, isFirst }: { text: string; isFirst: boolean }) {
  const className = clsx(
    "py-1 pr-5 text-left align-top",
    text.length <= maxUnbrokenLength && "whitespace-nowrap",
  );
  return isFirst ? (
    <th scope="row" className={clsx(className, "font-medium")}>
      {text}
    </th>
  ) : (
    <td className={className}>{text}</td>
  );
}
