import { MessageSquareHeart, Star, ThumbsDown, ThumbsUp } from "lucide-react";
import type { Feedback, FeedbackSource, FeedbackSummary } from "../../../contract/feedback.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { combineQueries, problemOf, QueryState, EmptyState } from "../../ui/query-list.tsx";
import { PageSpinner } from "../../ui/button.tsx";
import { StatCards } from "../../ui/stat-card.tsx";
import { useFeedback, useFeedbackSummary } from "./api.ts";
import { FeedbackList, sources } from "./feedback-list.tsx";
import { Stars } from "./stars.tsx";

export function FeedbackOverview() {
  const list = useFeedback();
  const summary = useFeedbackSummary();
  const both = combineQueries(list, summary);
  if (both.isPending) return <PageSpinner className="min-h-[40dvh]" label="Loading feedback" />;
  if (problemOf(both) || !list.data || !summary.data) {
    return (
      <Card>
        <QueryState query={both} what="feedback" />
      </Card>
    );
  }
  return <Overview feedback={list.data} summary={summary.data} />;
}

function Overview({ feedback, summary }: { feedback: Feedback[]; summary: FeedbackSummary }) {
  return (
    <div className="grid gap-5">
      <Figures summary={summary} />
      {feedback.length === 0 ? (
        <Card>
          <EmptyState
            icon={Star}
            title="No Feedback Yet"
            description="Feedback appears here once customers rate your support via chat, WhatsApp, tickets or other channels."
          />
        </Card>
      ) : (
        <>
          <div className="grid gap-5 lg:grid-cols-2">
            <Distribution summary={summary} />
            <Sources summary={summary} />
          </div>
          <FeedbackList feedback={feedback} total={summary.total} />
        </>
      )}
    </div>
  );
}

function Figures({ summary: { total, average, distribution } }: { summary: FeedbackSummary }) {
  return (
    <StatCards
      stats={[
        { title: "Total Feedback", value: total, icon: MessageSquareHeart, tint: "clay" },
        {
          title: "Average Rating",
          value: total === 0 ? "0" : average.toFixed(1),
          icon: Star,
          tint: "ochre",
          caption: <Stars rating={Math.round(average)} />,
        },
        {
          title: "Positive Feedback",
          value: distribution[4] + distribution[5],
          icon: ThumbsUp,
          tint: "fynbos",
          caption: "4+ stars",
        },
        {
          title: "Needs Attention",
          value: distribution[1] + distribution[2],
          icon: ThumbsDown,
          tint: "danger",
          caption: "1-2 stars",
        },
      ]}
    />
  );
}

function Distribution({ summary: { total, distribution } }: { summary: FeedbackSummary }) {
  return (
    <Card title="Rating Distribution">
      <ul className="grid gap-3 p-5 sm:p-6">
        {([5, 4, 3, 2, 1] as const).map((rating) => {
          const count = distribution[rating];
          const percent = total === 0 ? 0 : Math.round((count / total) * 100);
          return (
            <li
              key={rating}
              className="grid grid-cols-[2.75rem_minmax(0,1fr)_6rem] items-center gap-3 text-sm"
            >
              <span className="flex items-center gap-1 font-semibold tabular-nums">
                {rating}
                <Star aria-hidden className="size-4 fill-[#d98e04] text-[#d98e04]" />
                <span className="sr-only">stars</span>
              </span>
              <span aria-hidden className="h-3 overflow-hidden rounded-full bg-sunken">
                <span className="block h-full rounded-full bg-[#d98e04]" style={{ width: `${percent}%` }} />
              </span>
              <span className="text-right text-ink-soft tabular-nums">
                {percent}% ({count.toLocaleString("en-ZA")})
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Sources({ summary }: { summary: FeedbackSummary }) {
  const present = (Object.keys(sources) as FeedbackSource[]).filter((source) => summary.sources[source] > 0);
  return (
    <Card title="Feedback Sources">
      <ul className="flex flex-wrap gap-2.5 p-5 sm:p-6">
        {present.map((source) => (
          <li key={source}>
            <Badge
              tone={sources[source].tone}
              label={`${sources[source].label}: ${summary.sources[source].toLocaleString("en-ZA")}`}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
