import { Bar, BarChart, CartesianGrid, Legend, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts";

/** One line, or one segment of each bar. */
export interface Series {
  key: string;
  name: string;
  /** A colour of the theme, such as "sky-ink". */
  colour: string;
}

export interface ChartProps {
  kind: "bars" | "lines";
  /** One object per point; its `label` is shown on the horizontal axis. */
  data: object[];
  series: Series[];
  format: (value: number) => string;
  /** The maximum of the vertical axis; by default it fits the data. */
  max?: number | undefined;
}

const tick = { fill: "var(--color-ink-soft)", fontSize: 12 };
const tooltipStyle = {
  contentStyle: {
    background: "var(--color-surface)",
    border: "1px solid var(--color-line)",
    borderRadius: 12,
    fontSize: 13,
  },
  labelStyle: { color: "var(--color-ink)", fontWeight: 600 },
  cursor: { fill: "var(--color-sunken)", stroke: "var(--color-line-strong)" },
};

/** A chart without animation or keyboard focus, since its figures are also available as a table. */
export function Chart({ kind, data, series, format, max }: ChartProps) {
  const Frame = kind === "bars" ? BarChart : LineChart;
  return (
    <Frame
      responsive
      width="100%"
      height="100%"
      data={data}
      accessibilityLayer={false}
      margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
    >
      <CartesianGrid stroke="var(--color-line)" vertical={false} />
      <XAxis
        dataKey="label"
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: "var(--color-line)" }}
        minTickGap={24}
      />
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
        {...tooltipStyle}
        isAnimationActive={false}
        formatter={(value) => (typeof value === "number" ? format(value) : "–")}
      />
      {series.length > 1 && (
        <Legend
          iconType="circle"
          itemSorter={null}
          wrapperStyle={{ fontSize: 13, color: "var(--color-ink)" }}
        />
      )}
      {series.map((each) => (kind === "bars" ? bar(each) : line(each)))}
    </Frame>
  );
}

const styleOf = ({ key, name, colour }: Series) => ({
  dataKey: key,
  name,
  isAnimationActive: false,
  stroke: `var(--color-${colour})`,
  fill: `var(--color-${colour})`,
});

const bar = (series: Series) => <Bar key={series.key} {...styleOf(series)} stackId="all" maxBarSize={44} />;

const line = (series: Series) => (
  <Line key={series.key} {...styleOf(series)} type="monotone" strokeWidth={2} connectNulls dot={{ r: 2.5 }} />
);
