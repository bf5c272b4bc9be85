import { InboxLink } from "./inbox-link.tsx";
import { SetupForm, WebhookCard } from "../features/whatsapp/setup.tsx";
import { StatusCard } from "../features/whatsapp/status-card.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export function WhatsappScreen() {
  return (
    <>
      <PageHeader
        title="WhatsApp Integration"
        subtitle="Connect your WhatsApp Business API for automated customer support in South Africa"
        actions={<InboxLink />}
      />
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-2">
        <SetupForm />
        <div className="grid gap-5">
          <StatusCard />
          <WebhookCard />
        </div>
      </div>
    </>
  );
}
