import { lazy, Suspense } from "react";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/query-list.tsx";
import type { ChartProps, Series } from "./charts.tsx";

const loadCharts = () => import("./charts.tsx");
const Chart = lazy(async () => ({ default: (await loadCharts()).Chart }));
// Loads the code while the figures load. If this fails, `Chart` tries again and shows the error.
loadCharts().catch(() => undefined);

type Row = { name: string; label: string } & Record<string, string | number | null>;

interface ChartCardProps extends Pick<ChartProps, "kind" | "max">, Partial<Pick<ChartProps, "format">> {
  title: string;
  description?: string;
  /** What the chart shows, for screen readers. */
  summary: string;
  /** Shown instead of the chart, if given. */
  empty?: string | false;
  /** The heading of the table's first column; by default "Day". */
  rowsName?: string;
  /** Each with its name in the table, its label in the chart, and its figures by series key. */
  rows: Row[];
  /** The series to draw. Each is also a table column, headed by `column` or else by `name`. */
  series: (Series & { column?: string })[];
  /** A figure that is shown in the table only. */
  tableOnly?: { key: string; column: string };
}

/** A card with a chart and, collapsed, its figures as a table. */
export function ChartCard({ title, description, summary, empty, ...props }: ChartCardProps) {
  const { rowsName = "Day", rows, series, tableOnly, format = String } = props;
  const cellOf = (value: Row[string] | undefined) => (typeof value === "number" ? format(value) : "–");
  return (
    <Card className="flex flex-col overflow-hidden" title={title} description={description}>
      {empty ? (
        <p className="px-5 pt-3 pb-6 text-sm text-ink-soft sm:px-6">{empty}</p>
      ) : (
        <>
          <div role="img" aria-label={summary} className="mt-4 h-64 px-2 sm:px-4">
            <Suspense fallback={<Skeleton className="mx-3 h-full" />}>
              <Chart kind={props.kind} data={rows} series={series} format={format} max={props.max} />
            </Suspense>
          </div>
          <details className="mt-2 border-t border-line">
            <summary className="cursor-pointer px-5 py-3 text-sm font-semibold text-accent-text -outline-offset-4 sm:px-6">
              Show as a table<span className="sr-only">: {title}</span>
            </summary>
            <FiguresTable
              caption={title}
              columns={[
                rowsName,
                ...series.map(({ name, column = name }) => column),
                ...(tableOnly ? [tableOnly.column] : []),
              ]}
              rows={rows.map((row) => [
                row.name,
                ...series.map(({ key }) => cellOf(row[key])),
                ...(tableOnly ? [String(row[tableOnly.key])] : []),
              ])}
            />
          </details>
        </>
      )}
    </Card>
  );
}

function FiguresTable({ caption, columns, rows }: { caption: string; columns: string[]; rows: string[][] }) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={`${caption}, as a table`}
      className="max-h-72 overflow-auto px-5 pb-4 -outline-offset-4 sm:px-6"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-left text-ink-soft">
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" className={`py-1.5 font-medium ${at > 0 ? "text-right" : ""}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-3 text-left font-medium wrap-anywhere">
                {name}
              </th>
              {cells.map((cell, at) => (
                <td key={columns[at + 1]} className="py-1.5 pl-3 text-right">
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
