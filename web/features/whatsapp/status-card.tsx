import { MessageCircle } from "lucide-react";
import { useState } from "react";
import { maskedSecret } from "../../../contract/limits.ts";
import type { WhatsappIntegration } from "../../../contract/whatsapp.ts";
import { useMay } from "../../current-organization.tsx";
import { formatDate } from "../../format/date.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmedButton } from "../../ui/confirmed-button.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { useDisconnectWhatsapp, useTestWhatsapp, useUpdateWhatsapp, useWhatsappIntegrations } from "./api.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { NextStep } from "./next-step.tsx";
import { TestResult } from "./test-result.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** Which numbers are connected and whether they work. */
export function StatusCard() {
  const list = useWhatsappIntegrations();
  return (
    <ListCard
      title="Integration status"
      what="WhatsApp integrations"
      list={list}
      skeleton="m-5 h-14"
      empty={{
        icon: MessageCircle,
        title: "No WhatsApp integrations configured",
        description:
          "Connect a number and the assistant answers customers there from your external documents.",
      }}
    >
      {(integration) => <Integration key={integration.id} integration={integration} />}
    </ListCard>
  );
}

function Integration({ integration }: { integration: WhatsappIntegration }) {
  const editable = useMay("manage the WhatsApp integration");
  const { id, businessName, phoneNumberId, isActive, createdAt } = integration;
  const [changing, setChanging] = useState(false);
  const update = useUpdateWhatsapp();
  const disconnect = useDisconnectWhatsapp();
  const test = useTestWhatsapp();
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
      <NextStep integration={integration} editable={editable} onChange={() => setChanging(true)} />
      {editable && integration.webhookVerifyToken !== maskedSecret && (
        <VerifyToken token={integration.webhookVerifyToken} />
      )}
      {editable && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" onClick={() => setChanging(true)}>
            Change
          </Button>
          <Button size="small" pending={test.isPending} onClick={() => test.mutate(id)}>
            Test
          </Button>
          <Button
            size="small"
            pending={update.isPending}
            onClick={() => update.mutate({ id, isActive: !isActive })}
          >
            {isActive ? "Pause" : "Resume"}
          </Button>
          <ConfirmedButton
            variant="ghost"
            size="small"
            title="Remove this integration?"
            description={`Customers who write to “${businessName}” will no longer get answers. You cannot undo this.`}
            confirmLabel="Remove"
            pending={disconnect.isPending}
            onConfirm={(options) => disconnect.mutate(id, options)}
          />
        </div>
      )}
      {test.data && !test.isPending && <TestResult result={test.data} />}
      {changing && <ChangeDialog integration={integration} onClose={() => setChanging(false)} />}
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
