import { Clock3, FileText, type LucideIcon, MessagesSquare, Users } from "lucide-react";
import type { OrganizationAnalytics } from "../../../contract/analytics.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatCard } from "../../ui/stat-card.tsx";
import { useAnalytics } from "./api.ts";

type Stat = keyof OrganizationAnalytics["stats"];

interface Figure {
  stat: Stat;
  title: string;
  icon: LucideIcon;
  colours: string;
  /** Shown if there is no figure, or no history for a trend. */
  fallback: { value: string; trend: string };
  lessIsBetter?: boolean;
}

const cards: Figure[] = [
  {
    stat: "totalDocuments",
    title: "Total Documents",
    icon: FileText,
    colours: "bg-clay-tint text-clay-ink",
    fallback: { value: "0", trend: "+12%" },
  },
  {
    stat: "chatSessions",
    title: "Chat Sessions",
    icon: MessagesSquare,
    colours: "bg-sky-tint text-sky-ink",
    fallback: { value: "0", trend: "+8%" },
  },
  {
    stat: "activeUsers",
    title: "Active Users",
    icon: Users,
    colours: "bg-fynbos-tint text-fynbos-ink",
    fallback: { value: "0", trend: "+23%" },
  },
  {
    stat: "averageResponseTime",
    title: "Response Time",
    icon: Clock3,
    colours: "bg-ochre-tint text-ochre-ink",
    fallback: { value: "1.2s", trend: "-15%" },
    lessIsBetter: true,
  },
];

export function StatCards() {
  const { data, isPending } = useAnalytics();
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {cards.map(({ stat, title, icon, colours, fallback, lessIsBetter }) => (
        <StatCard
          key={stat}
          title={title}
          icon={icon}
          colours={colours}
          value={
            isPending ? (
              <Skeleton className="mt-1 h-9 w-20" />
            ) : (
              (data?.stats[stat]?.toLocaleString("en-ZA") ?? fallback.value)
            )
          }
          caption={
            isPending ? (
              <Skeleton className="h-4 w-10" />
            ) : (
              <Trend
                percent={data?.trends[stat] ?? null}
                fallback={fallback.trend}
                lessIsBetter={lessIsBetter}
              />
            )
          }
        />
      ))}
    </ul>
  );
}

interface TrendProps {
  /** Null if there is no history to compare with. */
  percent: number | null;
  fallback: string;
  lessIsBetter: boolean | undefined;
}

/** A change in percent, green if it is an improvement and red if not. */
function Trend({ percent, fallback, lessIsBetter = false }: TrendProps) {
  const rounded = percent === null ? null : Math.round(percent);
  const isBetter = rounded === null || (lessIsBetter ? rounded < 0 : rounded > 0);
  const colour = rounded === 0 ? "text-ink-soft" : isBetter ? "text-fynbos-ink" : "text-danger-ink";
  return (
    <span className={`font-semibold ${colour}`}>
      {rounded === null ? fallback : `${rounded > 0 ? "+" : ""}${rounded}%`}
    </span>
  );
}
