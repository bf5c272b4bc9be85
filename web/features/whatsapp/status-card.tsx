import { MessageCircle } from "lucide-react";
import { useState } from "react";
import { maskedSecret } from "../../../contract/limits.ts";
import type { WhatsappIntegration } from "../../../contract/whatsapp.ts";
import { useMay } from "../../current-organization.tsx";
import { formatDate } from "../../format/date.ts";
import { ActiveBadge } from "../../ui/badge.tsx";
import { Button, MutationButton } from "../../ui/button.tsx";
import { ConfirmedButton } from "../../ui/dialog.tsx";
import { ListCard } from "../../ui/query-list.tsx";
import { useDisconnectWhatsapp, useTestWhatsapp, useUpdateWhatsapp, useWhatsappIntegrations } from "./api.ts";
import { ChangeDialog } from "./integration-forms.tsx";
import { NextStep } from "./next-step.tsx";
import { TestResult } from "./test-result.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** The connected numbers and whether they work. */
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
  const { businessName, phoneNumberId, isActive, createdAt } = integration;
  const [changing, setChanging] = useState(false);
  const change = (): void => setChanging(true);
  return (
    <li className="px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <h3 className="min-w-0 font-sans font-semibold wrap-anywhere">{businessName}</h3>
        <ActiveBadge isActive={isActive} />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-xs text-ink-soft">
        <span className="break-all">Phone number ID {phoneNumberId}</span>
        <span>Connected {formatDate(createdAt)}</span>
      </p>
      <NextStep integration={integration} editable={editable} onChange={change} />
      {editable && integration.webhookVerifyToken !== maskedSecret && (
        <VerifyToken token={integration.webhookVerifyToken} />
      )}
      {editable && <Actions integration={integration} onChange={change} />}
      {changing && <ChangeDialog integration={integration} onClose={() => setChanging(false)} />}
    </li>
  );
}

function Actions({ integration, onChange }: { integration: WhatsappIntegration; onChange: () => void }) {
  const { id, businessName, isActive } = integration;
  const update = useUpdateWhatsapp();
  const disconnect = useDisconnectWhatsapp();
  const test = useTestWhatsapp();
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={onChange} label="Edit" />
        <MutationButton size="small" mutation={test} input={id} label="Test" />
        <MutationButton
          size="small"
          mutation={update}
          input={{ id, isActive: !isActive }}
          label={isActive ? "Pause" : "Resume"}
        />
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
      {test.data && !test.isPending && <TestResult result={test.data} />}
    </>
  );
}

/** The token that Meta asks for, hidden at first. */
function VerifyToken({ token }: { token: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span className="font-semibold">Webhook verify token</span>
      <code className="min-w-0 font-mono text-xs break-all">{shown ? token : maskedSecret}</code>
      <span className="flex gap-2">
        <Button
          size="small"
          aria-label={shown ? "Hide the verify token" : "Show the verify token"}
          onClick={() => setShown(!shown)}
          label={shown ? "Hide" : "Show"}
        />
        <CopyButton text={token} what="the verify token" />
      </span>
    </div>
  );
}
