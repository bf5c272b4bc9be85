import { Ticket } from "lucide-react";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export function TicketsScreen() {
  return (
    <RequireOrganization purpose="access tickets">
      {() => (
        <>
          <PageHeader title="Support Tickets" subtitle="What a person has to look into" />
          <Card className="mt-6">
            <EmptyState
              icon={Ticket}
              title="No Tickets Yet"
              description="Tickets appear here when a question needs a person."
            />
          </Card>
        </>
      )}
    </RequireOrganization>
  );
}
