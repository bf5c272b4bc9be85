import { Star } from "lucide-react";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export function FeedbackScreen() {
  return (
    <RequireOrganization purpose="access feedback">
      {() => (
        <>
          <PageHeader
            title="Customer Feedback"
            subtitle="How people rate the answers and the support they get"
          />
          <Card className="mt-6">
            <EmptyState
              icon={Star}
              title="No Feedback Yet"
              description="Feedback appears here once customers rate your support via chat, WhatsApp, tickets or other channels."
            />
          </Card>
        </>
      )}
    </RequireOrganization>
  );
}
