import { CircleCheck, CircleDot, Clock3, Ticket } from "lucide-react";
import { StatCard } from "../../ui/stat-card.tsx";
import { useTicketSummary } from "./api.ts";

const cards = [
  { count: "open", title: "Open", icon: CircleDot, colours: "bg-sky-tint text-sky-ink" },
  { count: "in_progress", title: "In Progress", icon: Clock3, colours: "bg-ochre-tint text-ochre-ink" },
  { count: "resolved", title: "Resolved", icon: CircleCheck, colours: "bg-fynbos-tint text-fynbos-ink" },
  { count: "total", title: "Total", icon: Ticket, colours: "bg-clay-tint text-clay-ink" },
] as const;

export function TicketFigures({ organizationId }: { organizationId: string }) {
  const { data } = useTicketSummary(organizationId);
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {cards.map(({ count, ...card }) => (
        <StatCard key={count} {...card} value={data ? data[count].toLocaleString("en-ZA") : "–"} />
      ))}
    </ul>
  );
}
