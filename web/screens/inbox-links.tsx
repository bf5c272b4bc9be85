import { clsx } from "clsx";
import { ChartColumn, Inbox, type LucideIcon } from "lucide-react";
import { Link } from "wouter";
import { useCurrentOrganization } from "../current-organization.tsx";
import { useInboxSummary } from "../features/inbox/api.ts";
import { paths } from "../paths.ts";
import { LinkButton } from "../ui/button.tsx";

interface WorkLinksProps {
  path: string;
  onNavigate: (() => void) | undefined;
}

/** Links to the inbox, with the number of waiting conversations, and to the analytics. */
export function WorkLinks(link: WorkLinksProps) {
  const { organization } = useCurrentOrganization();
  const isOffered = organization !== null && organization.needsSecondFactor !== true;
  const waiting = useInboxSummary(isOffered).data?.waiting;
  if (!isOffered) return null;
  return (
    <nav aria-label="Work">
      <ul className="grid grid-cols-2 gap-2">
        <li>
          <WorkLink label="Inbox" to={paths.inbox} icon={Inbox} waiting={waiting} {...link} />
        </li>
        <li>
          <WorkLink label="Analytics" to={paths.analytics} icon={ChartColumn} {...link} />
        </li>
      </ul>
    </nav>
  );
}

interface WorkLinkProps extends WorkLinksProps {
  label: string;
  to: string;
  icon: LucideIcon;
  waiting?: number | undefined;
}

function WorkLink({ label, to, icon: Icon, waiting = 0, path, onNavigate }: WorkLinkProps) {
  const isCurrent = path === to;
  return (
    <Link
      href={to}
      aria-current={isCurrent ? "page" : undefined}
      onClick={() => onNavigate?.()}
      className={clsx(
        "flex h-9 items-center justify-center gap-2 rounded-lg border border-rail-line text-sm font-medium transition-colors hover:bg-rail-raised hover:text-rail-ink focus-visible:outline-rail-ink",
        isCurrent ? "bg-rail-raised text-rail-ink" : "text-rail-soft",
      )}
    >
      <Icon aria-hidden className={clsx("size-4 shrink-0", isCurrent && "text-[#f2b33d]")} />
      {label}
      {waiting > 0 && (
        <span className="min-w-5 rounded-full bg-[#f2b33d] px-1.5 text-center text-xs font-bold text-[#2b1c14] tabular-nums">
          {waiting > 99 ? "99+" : waiting}
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </Link>
  );
}

/** A link to the inbox, with the number of conversations that wait for a person. */
export function InboxLink() {
  const waiting = useInboxSummary().data?.waiting ?? 0;
  return (
    <LinkButton href={paths.inbox} icon={Inbox} size="small">
      {waiting > 0 ? `Inbox (${waiting} waiting)` : "Inbox"}
    </LinkButton>
  );
}
