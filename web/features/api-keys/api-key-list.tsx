import { KeyRound } from "lucide-react";
import type { ApiKey, ApiKeyPermissions } from "../../../contract/api-keys.ts";
import { formatDate } from "../../format/date.ts";
import { ActiveBadge, Badge } from "../../ui/badge.tsx";
import { ConfirmedButton } from "../../ui/dialog.tsx";
import { ListCard } from "../../ui/query-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useApiKeys, useRevokeApiKey } from "./api.ts";

export function ApiKeyList() {
  return (
    <ListCard
      title="API Keys"
      what="API keys"
      list={useApiKeys()}
      skeleton="m-5 h-14"
      empty={{
        icon: KeyRound,
        title: "No API keys created yet",
        description: "Create a key to let your own site or app query your documents.",
      }}
    >
      {(key) => <Row key={key.id} apiKey={key} />}
    </ListCard>
  );
}

function Row({ apiKey }: { apiKey: ApiKey }) {
  const { name, permissions, prefix, createdAt, lastUsed, isActive, expiresAt, allowedOrigins } = apiKey;
  const revoke = useRevokeApiKey();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-6">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h3 className="min-w-0 font-sans font-semibold wrap-anywhere">{name}</h3>
          <Badge tone="outline" label={permissionLabel(permissions)} />
          <ActiveBadge isActive={isActive} />
        </div>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-soft">
          <code className="font-mono">{prefix}…</code>
          <span>Created {formatDate(createdAt)}</span>
          <span>Last used {lastUsed ? <RelativeTime iso={lastUsed} /> : "never"}</span>
          {expiresAt && <span>Expires {formatDate(expiresAt)}</span>}
        </p>
        {allowedOrigins.length > 0 && (
          <p className="mt-0.5 text-xs wrap-anywhere text-ink-soft">For {allowedOrigins.join(", ")}</p>
        )}
      </div>
      {isActive && (
        <ConfirmedButton
          size="small"
          aria-label={`Revoke ${name}`}
          title="Revoke this API key?"
          description={`Anything that uses “${name}” stops working at once. You cannot undo this.`}
          confirmLabel="Revoke"
          pending={revoke.isPending}
          onConfirm={(options) => revoke.mutate(apiKey.id, options)}
        />
      )}
    </li>
  );
}

function permissionLabel({ internal, external }: ApiKeyPermissions): string {
  if (internal && external) return "Full Access";
  return internal ? "Internal Only" : "External Only";
}
