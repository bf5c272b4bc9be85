import { MessageCircle, CircleCheck, TriangleAlert, CircleX, Clock3 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { maskedSecret } from "../../../contract/limits.ts";
import type { WhatsappIntegration, WhatsappTest } from "../../../contract/whatsapp.ts";
import { useMay } from "../../current-organization.tsx";
import { formatDate } from "../../format/date.ts";
import { ActiveBadge } from "../../ui/badge.tsx";
import { Button, MutationButton } from "../../ui/button.tsx";
import { ConfirmedButton } from "../../ui/dialog.tsx";
import { InputField, SecretField } from "../../ui/field.tsx";
import { filledTexts, FormDialog } from "../../ui/form.tsx";
import { ListCard } from "../../ui/query-list.tsx";
import { useDisconnectWhatsapp, useTestWhatsapp, useUpdateWhatsapp, useWhatsappIntegrations } from "./api.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

export function StatusCard() {
  return (
    <ListCard
      title="Integration status"
      what="WhatsApp integrations"
      list={useWhatsappIntegrations()}
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
  const mayEdit = useMay("manage the WhatsApp integration");
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
      <NextStep integration={integration} onChange={change} />
      {mayEdit && integration.webhookVerifyToken !== maskedSecret && (
        <VerifyToken token={integration.webhookVerifyToken} />
      )}
      {mayEdit && <Actions integration={integration} onChange={change} />}
      {changing && <ChangeDialog integration={integration} onClose={() => setChanging(false)} />}
    </li>
  );
}

function Actions({ integration, onChange }: { integration: WhatsappIntegration; onChange: () => void }) {
  const { id, businessName, isActive } = integration;
  const disconnect = useDisconnectWhatsapp();
  const test = useTestWhatsapp();
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={onChange} label="Edit" />
        <MutationButton size="small" mutation={test} input={id} label="Test" />
        <MutationButton
          size="small"
          mutation={useUpdateWhatsapp()}
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

/** Changes the settings of an integration. Fields left empty stay unchanged. */
function ChangeDialog({ integration, onClose }: { integration: WhatsappIntegration; onClose: () => void }) {
  const update = useUpdateWhatsapp();
  const submit = (form: HTMLFormElement): void =>
    update.mutate({ id: integration.id, ...filledTexts(form) }, { onSuccess: onClose });
  return (
    <FormDialog
      title="Edit integration"
      description="Fields you leave empty stay unchanged."
      className="sm:w-[30rem]"
      submitLabel="Save changes"
      mutation={update}
      noValidate
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField label="Business name" name="businessName" defaultValue={integration.businessName} />
      <InputField label="Phone number ID" name="phoneNumberId" defaultValue={integration.phoneNumberId} />
      <SecretField label="Access token" name="accessToken" placeholder={maskedSecret} />
      <SecretField label="Webhook verify token" name="webhookVerifyToken" placeholder={maskedSecret} />
      <SecretField label="App secret" name="appSecret" placeholder={integration.appSecret ?? ""} />
    </FormDialog>
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

/** Shows what an integration still needs before it works, or that it is complete. */
function NextStep({ integration, onChange }: { integration: WhatsappIntegration; onChange: () => void }) {
  const { isActive, problem } = integration;
  const mayEdit = useMay("manage the WhatsApp integration");
  if (problem) {
    const isNext = problem.code === "app_secret_missing";
    return (
      <div
        className={`mt-3 grid gap-2.5 rounded-xl px-3.5 py-3 text-sm ${
          isNext ? "bg-ochre-tint text-ochre-ink" : "bg-danger-tint text-danger-ink"
        }`}
      >
        <p className="flex gap-2.5 font-medium">
          <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          <span>
            {isNext && <span className="block font-semibold">Next step: add the app secret</span>}
            {problem.message}
          </span>
        </p>
        {mayEdit && isNext && (
          <Button size="small" className="ml-7 justify-self-start" onClick={onChange}>
            Add app secret
          </Button>
        )}
      </div>
    );
  }
  if (!isActive) return null;
  return (
    <p className="mt-3 flex gap-2.5 rounded-xl bg-fynbos-tint px-3.5 py-3 text-sm font-medium text-fynbos-ink">
      <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      Everything is set up. Send a message to your number to try it.
    </p>
  );
}

const tokenTexts: Record<WhatsappTest["token"], string> = {
  accepted: "Meta accepted the access token",
  refused: "Meta refused the access token for this phone number ID. Correct one of them.",
  unreachable: "Can't reach Meta. Try again in a few minutes.",
  unreadable: "The saved access token can't be read. Enter it again.",
};

function TestResult({ result }: { result: WhatsappTest }) {
  const { token, displayPhoneNumber, hasAppSecret, lastMessageAt } = result;
  return (
    <ul role="status" aria-label="Test result" className="mt-3 grid gap-1.5 text-sm">
      <Line state={token === "accepted" ? "good" : token === "unreachable" ? "open" : "bad"}>
        {tokenTexts[token]}
        {displayPhoneNumber && ` for ${displayPhoneNumber}`}
      </Line>
      <Line state={hasAppSecret ? "good" : "bad"}>
        {hasAppSecret
          ? "The app secret is set"
          : "The app secret is missing, so incoming messages are refused"}
      </Line>
      <Line state={lastMessageAt ? "good" : "open"}>
        {lastMessageAt ? (
          <>
            Last message received <RelativeTime iso={lastMessageAt} />
          </>
        ) : (
          "No messages received yet"
        )}
      </Line>
    </ul>
  );
}

const lineStyles = {
  good: { icon: CircleCheck, colour: "text-fynbos-ink" },
  bad: { icon: CircleX, colour: "text-danger-ink" },
  open: { icon: Clock3, colour: "text-ochre-ink" },
};

function Line({ state, children }: { state: keyof typeof lineStyles; children: ReactNode }) {
  const { icon: Icon, colour } = lineStyles[state];
  return (
    <li className={`flex gap-2 font-medium ${colour}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </li>
  );
}
