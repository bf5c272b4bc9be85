import { MessageCircle } from "lucide-react";
import { useState } from "react";
import { maskedSecret } from "../../../contract/limits.ts";
import type { WhatsappIntegration } from "../../../contract/whatsapp.ts";
import { formatDate } from "../../format/date.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReadList } from "../../ui/read-list.tsx";
import { useDisconnectWhatsapp, useTestWhatsapp, useUpdateWhatsapp, useWhatsappIntegrations } from "./api.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { NextStep } from "./next-step.tsx";
import { TestResult } from "./test-result.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

interface StatusCardProps {
  organizationId: string;
  /** Whether this person may change the integrations. */
  editable: boolean;
}

/** Which numbers are connected and whether they work. */
export function StatusCard({ organizationId, editable }: StatusCardProps) {
  const list = useWhatsappIntegrations(organizationId);
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Integration status" />
      <ReadList
        list={list}
        what="WhatsApp integrations"
        skeleton="m-5 h-14"
        empty={
          <EmptyState
            icon={MessageCircle}
            title="No WhatsApp integrations configured"
            description="Connect a number and the assistant answers customers there from your external documents."
          />
        }
      >
        {(integrations) => (
          <Integrations organizationId={organizationId} integrations={integrations} editable={editable} />
        )}
      </ReadList>
    </Card>
  );
}

interface IntegrationsProps {
  organizationId: string;
  integrations: WhatsappIntegration[];
  editable: boolean;
}

function Integrations({ organizationId, integrations, editable }: IntegrationsProps) {
  const update = useUpdateWhatsapp(organizationId);
  const disconnect = useDisconnectWhatsapp(organizationId);
  const [changing, setChanging] = useState<WhatsappIntegration | null>(null);
  const [integrationToDelete, setIntegrationToDelete] = useState<WhatsappIntegration | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {integrations.map((integration) => (
          <Integration
            key={integration.id}
            organizationId={organizationId}
            integration={integration}
            editable={editable}
            switching={update.isPending && update.variables.id === integration.id}
            onChange={() => setChanging(integration)}
            onSwitch={() => update.mutate({ id: integration.id, isActive: !integration.isActive })}
            onRemove={() => setIntegrationToDelete(integration)}
          />
        ))}
      </ul>
      <ChangeDialog
        organizationId={organizationId}
        integration={changing}
        onClose={() => setChanging(null)}
      />
      <ConfirmDialog
        open={integrationToDelete !== null}
        onOpenChange={(open) => !open && setIntegrationToDelete(null)}
        title="Remove this integration?"
        description={`Customers who write to “${integrationToDelete?.businessName ?? ""}” will no longer get answers. You cannot undo this.`}
        confirmLabel="Remove"
        pending={disconnect.isPending}
        onConfirm={() =>
          integrationToDelete &&
          disconnect.mutate(integrationToDelete.id, { onSettled: () => setIntegrationToDelete(null) })
        }
      />
    </>
  );
}

interface IntegrationProps {
  organizationId: string;
  integration: WhatsappIntegration;
  editable: boolean;
  switching: boolean;
  onChange: () => void;
  onSwitch: () => void;
  onRemove: () => void;
}

function Integration(props: IntegrationProps) {
  const { organizationId, integration, editable, switching, onChange, onSwitch, onRemove } = props;
  const { businessName, phoneNumberId, isActive, createdAt } = integration;
  const test = useTestWhatsapp(organizationId, integration.id);
  return (
    <li className="px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <h3 className="min-w-0 font-sans font-semibold wrap-anywhere">{businessName}</h3>
        <Badge tone={isActive ? "green" : "grey"}>{isActive ? "Active" : "Inactive"}</Badge>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-xs text-ink-soft">
        <span className="break-all">Phone number ID {phoneNumberId}</span>
        <span>Connected {formatDate(createdAt)}</span>
      </p>
      <NextStep integration={integration} editable={editable} onChange={onChange} />
      {editable && integration.webhookVerifyToken !== maskedSecret && (
        <VerifyToken token={integration.webhookVerifyToken} />
      )}
      {editable && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={onChange}>
            Change
          </Button>
          <Button variant="secondary" size="small" pending={test.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
          <Button variant="secondary" size="small" pending={switching} onClick={onSwitch}>
            {isActive ? "Pause" : "Resume"}
          </Button>
          <Button variant="ghost" size="small" onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
      {test.data && !test.isPending && <TestResult result={test.data} />}
    </li>
  );
}

/** The token that Meta asks for, hidden at first. */
function VerifyToken({ token }: { token: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span className="font-semibold">Webhook verify token</span>
      <code className="min-w-0 font-mono text-xs break-all">{shown ? token : "••••••••"}</code>
      <span className="flex gap-2">
        <Button
          variant="secondary"
          size="small"
          aria-label={shown ? "Hide the verify token" : "Show the verify token"}
          onClick={() => setShown(!shown)}
        >
          {shown ? "Hide" : "Show"}
        </Button>
        <CopyButton text={token} what="the verify token" />
      </span>
    </div>
  );
}
