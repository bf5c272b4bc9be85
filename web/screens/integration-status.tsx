import { Link } from "wouter";
import { useApiKeys } from "../features/api-keys/api.ts";
import { useWhatsappIntegrations } from "../features/whatsapp/api.ts";
import { paths, settingsPath } from "../paths.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { InboxLink } from "./inbox-link.tsx";

type State = "active" | "inactive" | "trouble" | "unknown";

const looks: Record<State, { label: string; tone: BadgeTone; action: string | null }> = {
  active: { label: "Active", tone: "green", action: "Manage" },
  inactive: { label: "Inactive", tone: "outline", action: "Set up" },
  trouble: { label: "Needs attention", tone: "destructive", action: "Repair" },
  unknown: { label: "Unknown", tone: "outline", action: null },
};

/** Over which ways the assistant can be reached right now. */
export function IntegrationStatus({ organizationId }: { organizationId: string }) {
  const keys = useApiKeys(organizationId).data;
  const numbers = useWhatsappIntegrations(organizationId).data;
  return (
    <Card>
      <CardHeader title="Integration Status" actions={<InboxLink organizationId={organizationId} />} />
      <ul className="divide-y divide-line px-5 pt-2 pb-4 sm:px-6">
        <Channel label="In-product chat" state="active" path={null} />
        <Channel label="Public webhook" state={stateOf(keys)} path={settingsPath("api-keys")} />
        <Channel label="WhatsApp Business" state={stateOf(numbers)} path={paths.whatsapp} />
      </ul>
    </Card>
  );
}

/** Active when any of them is; unknown while, or because, the list is not there. */
function stateOf(list: { isActive: boolean; problem?: object | null }[] | undefined): State {
  if (!list) return "unknown";
  const active = list.filter(({ isActive }) => isActive);
  if (active.some(({ problem }) => problem)) return "trouble";
  return active.length > 0 ? "active" : "inactive";
}

function Channel({ label, state, path }: { label: string; state: State; path: string | null }) {
  const { label: word, tone, action } = looks[state];
  return (
    <li className="flex items-center justify-between gap-3 py-3 text-sm">
      <span className="font-medium">{label}</span>
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <Badge tone={tone}>{word}</Badge>
        {path && action && (
          <Link
            href={path}
            aria-label={`${action} ${label}`}
            className="font-semibold text-accent-text underline-offset-4 hover:underline"
          >
            {action}
          </Link>
        )}
      </span>
    </li>
  );
}
