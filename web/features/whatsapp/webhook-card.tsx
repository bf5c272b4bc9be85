import { useOrganizationId } from "../../current-organization.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeToCopy } from "../../ui/copy-button.tsx";

/** What to enter in Meta so that messages are delivered here. */
export function WebhookCard() {
  const { origin } = window.location;
  const organizationId = useOrganizationId();
  const address = `${origin}/api/whatsapp/webhook/${organizationId}`;
  return (
    <Card
      title="Webhook configuration"
      description="Tell Meta where to deliver messages."
      inner="grid gap-4 text-sm"
    >
      <div>
        <h3 className="font-sans font-semibold">Webhook URL</h3>
        <div className="mt-2 rounded-xl bg-sunken px-4 py-3">
          <CodeToCopy text={address} what="the webhook URL" />
        </div>
      </div>
      <ol className="grid list-decimal gap-1.5 pl-5 text-ink-soft marker:font-semibold">
        <li>In Meta, open your app and choose WhatsApp, then Configuration.</li>
        <li>Paste the webhook URL above as the callback URL.</li>
        <li>Enter the same verify token that you chose here.</li>
        <li>Choose Verify and save, then subscribe to the field “messages”.</li>
        <li>Send a message to your number. The answer comes from your external documents.</li>
      </ol>
      {!origin.startsWith("https:") && (
        <p className="rounded-xl bg-ochre-tint px-4 py-3 text-ochre-ink">
          Meta needs an https:// address. Set PUBLIC_URL first.
        </p>
      )}
    </Card>
  );
}
