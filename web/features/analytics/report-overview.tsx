import { ChartColumn, CircleCheckBig, CircleHelp, Clock3, MessagesSquare, Star } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { paths } from "../../../contract/screens.ts";
import type { AnalyticsReport } from "../../../contract/analytics.ts";
import { formatDate } from "../../format/date.ts";
import { useMay } from "../../current-organization.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceSelect } from "../../ui/choice-select.tsx";
import { problemOf, QueryState, EmptyState, Skeleton } from "../../ui/query-list.tsx";
import { Segments } from "../../ui/segments.tsx";
import { StatCards } from "../../ui/stat-card.tsx";
import { useReport, useSetTimeZone } from "./api.ts";
import { ChartCard } from "./chart-card.tsx";

const periods = (["7", "30", "90"] as const).map((value) => ({ value, label: `${value} days` }));

export function ReportOverview() {
  const [days, setDays] = useState<(typeof periods)[number]["value"]>("30");
  const report = useReport(days);
  const { data, isPending, isPlaceholderData } = report;
  return (
    <div className="grid gap-5" aria-busy={isPending || isPlaceholderData}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments label="Period" options={periods} value={days} onChange={setDays} />
        {data && <TimeZone timeZone={data.timeZone} />}
      </div>
      {isPending && <Skeleton className="h-96" />}
      {problemOf(report) && (
        <Card>
          <QueryState query={report} what="analytics" />
        </Card>
      )}
      {data &&
        (data.questions.asked === 0 && data.ratings.count === 0 ? noQuestions : <Report report={data} />)}
    </div>
  );
}

const noQuestions = (
  <Card>
    <EmptyState
      icon={ChartColumn}
      title="No questions in this period"
      description="Figures appear here as soon as someone asks the assistant in the chat, through the webhook or on WhatsApp."
      action={
        <>
          <LinkButton href={paths.documents} label="Upload a document" />
          <LinkButton href={paths.chat} variant="secondary" label="Ask the assistant" />
        </>
      }
    />
  </Card>
);

function TimeZone({ timeZone }: { timeZone: string }) {
  const change = useSetTimeZone();
  if (!useMay("change the organization's settings"))
    return <p className="text-sm text-ink-soft">Time zone: {timeZone}</p>;
  const zones = new Set(["UTC", timeZone, ...Intl.supportedValuesOf("timeZone")]);
  return (
    <div className="flex w-full flex-wrap items-center gap-x-2.5 gap-y-1.5 sm:w-auto">
      <span aria-hidden className="text-sm font-semibold">
        Time zone
      </span>
      <ChoiceSelect
        className="sm:w-60"
        aria-label="Time zone"
        value={change.isPending ? change.variables : timeZone}
        disabled={change.isPending}
        onChoose={(chosen) => change.mutate(chosen)}
        options={[...zones].map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      />
    </div>
  );
}

function Report({ report }: { report: AnalyticsReport }) {
  const charts = [...questionCharts(report), ...answerCharts(report), ratingChart(report)];
  return (
    <>
      <Figures report={report} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {charts.map((chart) => (
          <ChartCard key={chart.title} {...chart} />
        ))}
        <Documents report={report} />
      </div>
    </>
  );
}

function Figures({ report: { questions, responseTime, ratings } }: { report: AnalyticsReport }) {
  const { asked, declined, answeredRate, curated, unanswered } = questions;
  return (
    <StatCards
      className="grid-cols-2 xl:grid-cols-5"
      stats={[
        {
          title: "Questions",
          value: asked,
          icon: MessagesSquare,
          tint: "clay",
          caption: declined > 0 && `${count(declined)} on disabled topics`,
        },
        {
          title: "Answered",
          value: answeredRate === null ? "–" : percent(answeredRate),
          icon: CircleCheckBig,
          tint: "fynbos",
          caption: `${count(curated)} from curated answers`,
        },
        { title: "Unanswered", value: unanswered, icon: CircleHelp, tint: "plum" },
        {
          title: "Response time",
          value: duration(responseTime.medianMs),
          icon: Clock3,
          tint: "ochre",
          caption: `95% answered within ${duration(responseTime.p95Ms)}`,
        },
        {
          title: "Rating",
          value: ratings.average?.toFixed(1) ?? "–",
          icon: Star,
          tint: "sky",
          caption: `From ${count(ratings.count)} ${ratings.count === 1 ? "rating" : "ratings"}`,
        },
      ]}
    />
  );
}

const shortDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

const count = (value: number): string => value.toLocaleString("en-ZA");
const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** The figures of each day, with its name in the table and a shorter label, such as "21 Nov", in the chart. */
function byDay<Day extends { day: string }>(perDay: Day[]) {
  return perDay.map((row) => ({
    ...row,
    name: formatDate(row.day),
    label: shortDay.format(new Date(row.day)),
  }));
}

function duration(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

type Charts = ComponentProps<typeof ChartCard>[];

const channels = [
  { key: "chat", name: "Chat", colour: "sky-ink" },
  { key: "webhook", name: "Webhook", colour: "accent" },
  { key: "whatsapp", name: "WhatsApp", colour: "fynbos-ink" },
] as const;

function questionCharts({ questions, days }: AnalyticsReport): Charts {
  const [chat, webhook, whatsapp] = channels.map(({ key }) =>
    questions.perDay.reduce((sum, day) => sum + day[key], 0),
  );
  return [
    {
      title: "Questions per day",
      summary: `Questions in ${days} days. Chat: ${chat}. Webhook: ${webhook}. WhatsApp: ${whatsapp}.`,
      rows: byDay(questions.perDay),
      kind: "bars",
      series: [...channels],
    },
    {
      title: "Answered and unanswered",
      summary: `Answered: ${questions.answered}. Unanswered: ${questions.unanswered}.`,
      rows: byDay(questions.perDay),
      kind: "bars",
      series: [
        { key: "answered", name: "Answered", colour: "fynbos-ink" },
        { key: "unanswered", name: "Unanswered", colour: "plum-ink" },
      ],
    },
  ];
}

function answerCharts({ confidence, responseTime }: AnalyticsReport): Charts {
  const steps = confidence.map(({ from, to, answers }) => {
    const label = `${percent(from)} to ${percent(to)}`;
    return { name: label, label, answers };
  });
  const maxAnswers = Math.max(0, ...steps.map(({ answers }) => answers));
  return [
    {
      title: "Confidence",
      description: "How confident the assistant was in its answers",
      summary: `The most common confidence is ${steps.find(({ answers }) => answers === maxAnswers)?.label}.`,
      empty: maxAnswers === 0 && "No questions were answered in this period.",
      rowsName: "Confidence",
      rows: steps,
      kind: "bars",
      series: [{ key: "answers", name: "Answers", colour: "ochre-ink" }],
    },
    {
      title: "Response time",
      description: "Time from question to answer",
      summary: `Median: ${duration(responseTime.medianMs)}. 95th percentile: ${duration(responseTime.p95Ms)}.`,
      empty: responseTime.medianMs === null && "No questions were answered in this period.",
      rows: byDay(responseTime.perDay),
      kind: "lines",
      format: duration,
      series: [
        { key: "medianMs", name: "Median", colour: "sky-ink" },
        { key: "p95Ms", name: "95th percentile", colour: "accent" },
      ],
    },
  ];
}

function ratingChart({ ratings }: AnalyticsReport): Charts[number] {
  return {
    title: "Ratings",
    description: "Daily average",
    summary: `Ratings: ${ratings.count}, average ${ratings.average?.toFixed(1) ?? "0"} of 5.`,
    empty:
      ratings.count === 0 &&
      "No ratings in this period. Customers and colleagues can rate answers in the chat, on WhatsApp or through a rating link.",
    rows: byDay(ratings.perDay),
    kind: "lines",
    max: 5,
    format: (value) => value.toFixed(1),
    series: [{ key: "average", name: "Average rating", column: "Average", colour: "fynbos-ink" }],
    tableOnly: { key: "count", column: "Ratings" },
  };
}

function Documents({ report: { documents } }: { report: AnalyticsReport }) {
  const max = Math.max(1, ...documents.map(({ answers }) => answers));
  return (
    <Card
      className="overflow-hidden"
      title="Most used documents"
      description="Number of answers that quote them"
    >
      {documents.length === 0 ? (
        <p className="px-5 pt-3 pb-6 text-sm text-ink-soft sm:px-6">
          No answers quoted a document in this period.
        </p>
      ) : (
        <ol className="grid gap-3.5 px-5 py-5 text-sm sm:px-6">
          {documents.map(({ id, name, type, answers }) => (
            <li key={id}>
              <div className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 font-medium wrap-anywhere">
                  {name ?? "Deleted document"}
                  {type && <span className="ml-2 text-xs font-normal text-ink-soft">{type}</span>}
                </span>
                <span className="tabular-nums">{count(answers)}</span>
              </div>
              <span aria-hidden className="mt-1 block h-2 overflow-hidden rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-fynbos-ink"
                  style={{ width: `${(answers / max) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
