import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { ReactElement } from "react";

/** One line, or one part of the bars. */
export interface Series {
  key: string;
  name: string;
  /** A colour of the theme, such as "sky-ink". */
  colour: string;
}

interface ChartProps {
  kind: "bars" | "lines";
  data: object[];
  /** The key of the horizontal axis. */
  x: string;
  series: Series[];
  /** Formats the vertical axis and the tooltip. */
  format?: (value: number) => string;
  /** The end of the vertical axis; by default it fits the figures. */
  max?: number;
}

const tick = { fill: "var(--ink-soft)", fontSize: 12 };
const shown = {
  contentStyle: {
    background: "var(--surface)",
    border: "1px solid var(--line)",
    borderRadius: 12,
    fontSize: 13,
  },
  labelStyle: { color: "var(--ink)", fontWeight: 600 },
  cursor: { fill: "var(--sunken)", stroke: "var(--line-strong)" },
};

/** A chart without animation and keyboard focus: its figures are also in a table. */
export function Chart({ kind, data, x, series, format = String, max }: ChartProps) {
  const frame = (
    <>
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis dataKey={x} tick={tick} tickLine={false} axisLine={{ stroke: "var(--line)" }} minTickGap={24} />
      <YAxis
        tick={tick}
        tickLine={false}
        axisLine={false}
        width={64}
        allowDecimals={max !== undefined}
        domain={[0, max ?? "auto"]}
        tickCount={(max ?? 4) + 1}
        tickFormatter={format}
      />
      <Tooltip
        {...shown}
        isAnimationActive={false}
        formatter={(value) => (typeof value === "number" ? format(value) : "–")}
      />
      {series.length > 1 && (
        <Legend iconType="circle" itemSorter={null} wrapperStyle={{ fontSize: 13, color: "var(--ink)" }} />
      )}
    </>
  );
  return (
    <ResponsiveContainer width="100%" height="100%">
      {drawn(kind, data, frame, series)}
    </ResponsiveContainer>
  );
}

function drawn(
  kind: ChartProps["kind"],
  data: object[],
  frame: ReactElement,
  series: Series[],
): ReactElement {
  const chart = { data, accessibilityLayer: false, margin: { top: 8, right: 12, bottom: 0, left: 0 } };
  const seriesStyle = ({ key, name, colour }: Series) => ({
    dataKey: key,
    name,
    isAnimationActive: false,
    stroke: `var(--${colour})`,
    fill: `var(--${colour})`,
  });
  if (kind === "bars") {
    return (
      <BarChart {...chart}>
        {frame}
        {series.map((each) => (
          <Bar key={each.key} {...seriesStyle(each)} stackId="all" maxBarSize={44} />
        ))}
      </BarChart>
    );
  }
  return (
    <LineChart {...chart}>
      {frame}
      {series.map((each) => (
        <Line
          key={each.key}
          {...seriesStyle(each)}
          type="monotone"
          strokeWidth={2}
          connectNulls
          dot={{ r: 2.5 }}
        />
      ))}
    </LineChart>
  );
}
