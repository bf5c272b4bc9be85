import { ChartColumn, KeyRound, Upload } from "lucide-react";
import { Link } from "wouter";
import type { ReactNode } from "react";
import { paths } from "../../contract/screens.ts";
import { may } from "../../contract/permissions.ts";
import { DashboardFigures } from "../features/analytics/stat-cards.tsx";
import { ChatPanel } from "../features/conversations/chat-panel.tsx";
import { RecentDocuments } from "../features/documents/recent-documents.tsx";
import { useOrganization } from "../current-organization.tsx";
import { settingsPath } from "../paths.ts";
import { Card } from "../ui/card.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useAnalytics } from "../features/analytics/api.ts";
import { useApiKeys } from "../features/api-keys/api.ts";
import { useWhatsappIntegrations } from "../features/whatsapp/api.ts";
import { Badge, type BadgeStyle } from "../ui/badge.tsx";
import { PlainLink } from "../ui/links.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Skeleton } from "../ui/query-list.tsx";
import { InboxLink } from "./inbox-link.tsx";

export function DashboardScreen() {
  const { name } = useOrganization();
  return (
    <div className="grid gap-6">
      <PageHeader title="Dashboard" subtitle={`${name} at a glance`} />
      <DashboardFigures />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <div className="grid gap-6">
          <ChatPanel type="internal" className="h-[36rem] max-h-[85dvh]" />
          <QuickActions />
        </div>
        <div className="grid gap-6">
          <RecentDocuments />
          <IntegrationStatus />
        </div>
      </div>
    </div>
  );
}

const quickActions = [
  { label: "Upload Documents", path: paths.documents, icon: Upload, permission: "upload documents" },
  { label: "Manage API Keys", path: settingsPath("api-keys"), icon: KeyRound, permission: "manage API keys" },
  { label: "View Analytics", path: paths.analytics, icon: ChartColumn, permission: "see analytics" },
] as const;

function QuickActions() {
  const { role } = useOrganization();
  const offered = quickActions.filter(({ permission }) => may(role, permission));
  return (
    <Card title="Quick Actions">
      <ul className="grid gap-2.5 p-5 sm:grid-cols-3 sm:px-6">
        {offered.map(({ label, path, icon: Icon }) => (
          <li key={label}>
            <Link
              href={path}
              className="flex h-full items-center gap-3 rounded-xl border border-line px-4 py-3 text-sm font-semibold transition-colors hover:border-accent hover:text-accent-text sm:flex-col sm:items-start"
            >
              <Icon aria-hidden className="size-5 text-accent-text" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type State = "active" | "inactive" | "attention" | "processing" | "unknown";

const badges: Record<State, BadgeStyle & { action: string | null }> = {
  active: { label: "Active", tone: "green", action: "Manage" },
  inactive: { label: "Inactive", tone: "outline", action: "Set up" },
  attention: { label: "Needs attention", tone: "destructive", action: "Review" },
  processing: { label: "Processing", tone: "secondary", action: "View" },
  unknown: { label: "Unknown", tone: "outline", action: null },
};

function IntegrationStatus() {
  const { role } = useOrganization();
  const numbers = useWhatsappIntegrations();
  const documents = useAnalytics().data?.documents;
  const broken = numbers.data?.find(({ isActive, problem }) => isActive && problem);
  return (
    <Card title="Integration Status" actions={<InboxLink />}>
      <ul className="divide-y divide-line px-5 pt-2 pb-4 sm:px-6">
        <Channel label="In-product chat" state="active" path={null} />
        {may(role, "see API keys") && <Webhook />}
        <Channel
          label="WhatsApp Business"
          state={stateOf(numbers)}
          path={may(role, "manage the WhatsApp integration") ? paths.whatsapp : null}
        >
          {broken?.problem?.message}
        </Channel>
        {documents && documents.processing + documents.failed > 0 && (
          <Channel
            label="Documents"
            state={documents.processing > 0 ? "processing" : "attention"}
            path={paths.documents}
          >
            {documents.processing > 0 && `${documents.processing} processing`}
            {documents.processing > 0 && documents.failed > 0 && ", "}
            {documents.failed > 0 && `${documents.failed} failed`}
          </Channel>
        )}
      </ul>
    </Card>
  );
}

/** The status of the webhook and how many keys are in use, derived from the API keys, which not everyone may see. */
function Webhook() {
  const keys = useApiKeys();
  const active = keys.data?.filter(({ isActive }) => isActive) ?? [];
  const lastUsed = active
    .map((key) => key.lastUsed ?? "")
    .toSorted()
    .at(-1);
  return (
    <Channel label="Public webhook" state={stateOf(keys)} path={settingsPath("api-keys")}>
      {active.length > 0 && (
        <>
          {active.length === 1 ? "1 key" : `${active.length} keys`},{" "}
          {lastUsed ? "last used " : "not used yet"}
          {lastUsed && <RelativeTime iso={lastUsed} />}
        </>
      )}
    </Channel>
  );
}

interface IntegrationList {
  data: { isActive: boolean; problem?: object | null }[] | undefined;
  isPending: boolean;
}

/** Active if any entry is; null while the list is loading, and unknown if loading failed. */
function stateOf({ data, isPending }: IntegrationList): State | null {
  if (isPending) return null;
  if (!data) return "unknown";
  const active = data.filter(({ isActive }) => isActive);
  if (active.some(({ problem }) => problem)) return "attention";
  return active.length > 0 ? "active" : "inactive";
}

interface ChannelProps {
  label: string;
  state: State | null;
  path: string | null;
  children?: ReactNode;
}

function Channel({ label, state, path, children }: ChannelProps) {
  const badge = state && badges[state];
  return (
    <li className="flex items-center justify-between gap-3 py-3 text-sm">
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        {children && <span className="block text-xs wrap-anywhere text-ink-soft">{children}</span>}
      </span>
      <span className="flex shrink-0 flex-wrap items-center justify-end gap-x-3 gap-y-1">
        {badge ? <Badge {...badge} /> : <Skeleton className="h-6 w-16" />}
        {path && badge?.action && (
          <PlainLink href={path} aria-label={`${badge.action} ${label}`}>
            {badge.action}
          </PlainLink>
        )}
      </span>
    </li>
  );
}
