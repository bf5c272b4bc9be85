import { MessageCircle } from "lucide-react";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export function WhatsappScreen() {
  return (
    <RequireOrganization purpose="access WhatsApp">
      {() => (
        <>
          <PageHeader
            title="WhatsApp Integration"
            subtitle="Connect your WhatsApp Business API for automated customer support in South Africa"
          />
          <Card className="mt-6">
            <EmptyState
              icon={MessageCircle}
              title="No WhatsApp integrations configured"
              description="Customers who write to a connected number are answered from your external documents."
            />
          </Card>
        </>
      )}
    </RequireOrganization>
  );
}
