import { ChartColumn, KeyRound, type LucideIcon, Upload } from "lucide-react";
import { Link } from "wouter";
import { paths } from "../../contract/screens.ts";
import { may, type Permission } from "../../contract/permissions.ts";
import { DashboardFigures } from "../features/analytics/stat-cards.tsx";
import { ChatPanel } from "../features/conversations/chat-panel.tsx";
import { RecentDocuments } from "../features/documents/recent-documents.tsx";
import { useOrganization } from "../current-organization.tsx";
import { settingsPath } from "../paths.ts";
import { Card } from "../ui/card.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { IntegrationStatus } from "./integration-status.tsx";

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

const quickActions: { label: string; path: string; icon: LucideIcon; permission: Permission }[] = [
  { label: "Upload Documents", path: paths.documents, icon: Upload, permission: "upload documents" },
  { label: "Manage API Keys", path: settingsPath("api-keys"), icon: KeyRound, permission: "manage API keys" },
  { label: "View Analytics", path: paths.analytics, icon: ChartColumn, permission: "see analytics" },
];

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
