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

function Rows({ rows }: { rows: string[][] }) {
  return (
    <div className="overflow-x-auto">
      <table className="border-collapse">
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row} className="border-b border-line last:border-0">
              {cells.map((cell, column) => (
                <td key={column} className="py-1 pr-5 align-top first:font-medium">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
