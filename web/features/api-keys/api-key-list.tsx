import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { ApiKey, ApiKeyPermissions } from "../../../contract/api-keys.ts";
import { formatDate } from "../../format/date.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReadList } from "../../ui/read-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useApiKeys, useRevokeApiKey } from "./api.ts";

export function ApiKeyList({ organizationId }: { organizationId: string }) {
  const list = useApiKeys(organizationId);
  return (
    <Card className="overflow-hidden">
      <CardHeader title="API Keys" />
      <ReadList
        list={list}
        what="API keys"
        skeleton="m-5 h-14"
        empty={
          <EmptyState
            icon={KeyRound}
            title="No API keys created yet"
            description="Create a key to let your own site or app query your documents."
          />
        }
      >
        {(keys) => <Rows organizationId={organizationId} keys={keys} />}
      </ReadList>
    </Card>
  );
}

function Rows({ organizationId, keys }: { organizationId: string; keys: ApiKey[] }) {
  const revoke = useRevokeApiKey(organizationId);
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {keys.map((key) => (
          <Row key={key.id} apiKey={key} onRevoke={() => setKeyToRevoke(key)} />
        ))}
      </ul>
      <ConfirmDialog
        open={keyToRevoke !== null}
        onOpenChange={(open) => !open && setKeyToRevoke(null)}
        title="Revoke this API key?"
        description={`Anything that uses “${keyToRevoke?.name ?? ""}” stops working at once. You cannot undo this.`}
        confirmLabel="Revoke"
        pending={revoke.isPending}
        onConfirm={() =>
          keyToRevoke && revoke.mutate(keyToRevoke.id, { onSettled: () => setKeyToRevoke(null) })
        }
      />
    </>
  );
}

function Row({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, permissions, prefix, createdAt, lastUsed, isActive, expiresAt, allowedOrigins } = apiKey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-6">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h3 className="min-w-0 font-sans font-semibold wrap-anywhere">{name}</h3>
          <Badge tone="outline">{permissionLabel(permissions)}</Badge>
          <Badge tone={isActive ? "green" : "grey"}>{isActive ? "Active" : "Inactive"}</Badge>
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
        <Button variant="secondary" size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function permissionLabel({ internal, external }: ApiKeyPermissions): string {
  if (internal && external) return "Full Access";
  return internal ? "Internal Only" : "External Only";
}
