import {
  CalendarDays,
  ChartColumn,
  FileText,
  Inbox,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  MessagesSquare,
  Package,
  Settings,
  SlidersHorizontal,
  Star,
  Tags,
  Ticket,
  Users,
  BotMessageSquare,
} from "lucide-react";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../contract/screens.ts";
import { useCurrentOrganization, useUser } from "../current-organization.tsx";
import { useInboxSummary } from "../features/inbox/api.ts";
import { OrganizationSwitcher } from "../features/organizations/organization-switcher.tsx";
import { personName } from "../format/person-name.ts";
import { serverPaths } from "../paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Logo } from "../ui/logo.tsx";
import { ThemeToggle } from "../ui/theme.tsx";

const links = [
  { label: "Dashboard", path: paths.home, icon: LayoutDashboard },
  { label: "Documents", path: paths.documents, icon: FileText },
  { label: "Chat", path: paths.chat, icon: MessagesSquare },
  { label: "WhatsApp", path: paths.whatsapp, icon: MessageCircle },
  { label: "Feedback", path: paths.feedback, icon: Star },
  { label: "Tickets", path: paths.tickets, icon: Ticket },
  { label: "Business Config", path: paths.businessConfig, icon: SlidersHorizontal },
  { label: "Settings", path: paths.settings, icon: Settings },
];

/** The topics of internal and external support. These are not links. */
const areas = [
  {
    title: "Internal Support",
    items: [
      { label: "HR & Policies", icon: Users },
      { label: "Events", icon: CalendarDays },
      { label: "Internal Chat", icon: MessageSquareText },
    ],
  },
  {
    title: "External Support",
    items: [
      { label: "Product Data", icon: Package },
      { label: "Price Lists", icon: Tags },
      { label: "Customer Chatbots", icon: BotMessageSquare },
    ],
  },
];

interface SidebarProps {
  /** The path of the current screen. */
  shown: string;
  onNavigate?: (() => void) | undefined;
}

export function Sidebar(props: SidebarProps) {
  return (
    <div className="flex h-full flex-col bg-rail text-rail-ink">
      <div aria-hidden className="beadwork h-2 shrink-0" />
      <div className="px-5 pt-5 pb-4">
        <Logo />
      </div>
      <div className="grid gap-2 px-3">
        <OrganizationSwitcher />
        <WorkLinks {...props} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 py-4">
        <nav aria-label="Main">
          <ul className="grid gap-0.5">
            {links.map((link) => (
              <li key={link.path}>
                <RailLink {...props} {...link} look="row" />
              </li>
            ))}
          </ul>
        </nav>
        {areas.map((area) => (
          <AreaSection key={area.title} {...area} />
        ))}
      </div>
      <UserFooter />
    </div>
  );
}

function AreaSection({ title, items }: (typeof areas)[number]) {
  return (
    <section className="mt-6">
      <h2 className="px-3 font-sans text-xs font-semibold text-rail-soft">{title}</h2>
      <ul className="mt-1.5">
        {items.map(({ label, icon: Icon }) => (
          <li key={label} className="flex items-center gap-3 px-3 py-1.5 text-sm text-rail-soft">
            <Icon aria-hidden className="size-4 shrink-0" />
            {label}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the person can work in the current organization. */
function useIsOffered(): boolean {
  const { organization } = useCurrentOrganization();
  return organization !== null && organization.needsSecondFactor !== true;
}

export function WaitingCount({ className }: { className?: string }) {
  const waiting = useInboxSummary(useIsOffered()).data?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <span
      className={clsx(
        "min-w-5 rounded-full bg-[#f2b33d] px-1.5 text-center text-xs font-bold text-[#2b1c14] tabular-nums",
        className,
      )}
    >
      {waiting > 99 ? "99+" : waiting}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

function WorkLinks(props: SidebarProps) {
  if (!useIsOffered()) return null;
  return (
    <nav aria-label="Work">
      <ul className="grid grid-cols-2 gap-2">
        <li>
          <RailLink {...props} path={paths.inbox} label="Inbox" icon={Inbox} look="button">
            <WaitingCount />
          </RailLink>
        </li>
        <li>
          <RailLink {...props} path={paths.analytics} label="Analytics" icon={ChartColumn} look="button" />
        </li>
      </ul>
    </nav>
  );
}

const looks = {
  row: { link: "gap-3 px-3 py-2 -outline-offset-2 hover:bg-rail-raised/60", icon: "size-5" },
  button: { link: "h-9 justify-center gap-2 border border-rail-line hover:bg-rail-raised", icon: "size-4" },
};

interface RailLinkProps extends SidebarProps {
  label: string;
  path: string;
  icon: LucideIcon;
  look: keyof typeof looks;
  children?: ReactNode;
}

function RailLink({ label, path, icon: Icon, look, shown, onNavigate, children }: RailLinkProps) {
  const { link, icon } = looks[look];
  const isCurrent = shown === path || shown.startsWith(`${path}/`);
  return (
    <Link
      href={path}
      aria-current={isCurrent ? "page" : undefined}
      onClick={() => onNavigate?.()}
      className={clsx(
        "flex items-center rounded-lg text-sm font-medium text-rail-soft transition-colors hover:text-rail-ink focus-visible:outline-rail-ink aria-[current]:bg-rail-raised aria-[current]:text-rail-ink",
        link,
      )}
    >
      <Icon aria-hidden className={clsx("shrink-0", icon, isCurrent && "text-[#f2b33d]")} />
      {label}
      {children}
    </Link>
  );
}

function UserFooter() {
  const user = useUser();
  const name = personName(user);
  const buttonStyle =
    "grid size-9 shrink-0 place-items-center rounded-lg text-rail-soft hover:bg-rail-raised hover:text-rail-ink focus-visible:-outline-offset-2 focus-visible:outline-rail-ink";
  return (
    <div className="flex items-center gap-1 border-t border-rail-line py-3 pr-2 pl-4">
      <Avatar key={user.profileImageUrl} name={name} imageUrl={user.profileImageUrl} />
      <div className="ml-1.5 min-w-0 flex-1 leading-tight">
        <p className="truncate text-sm font-semibold" title={name}>
          {name}
        </p>
        <p className="text-xs text-rail-soft">Administrator</p>
      </div>
      <ThemeToggle className={buttonStyle} />
      <a href={serverPaths.logout} aria-label="Sign out" title="Sign out" className={buttonStyle}>
        <LogOut aria-hidden className="size-5" />
      </a>
    </div>
  );
}
