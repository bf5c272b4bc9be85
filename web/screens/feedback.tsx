import { FeedbackOverview } from "../features/feedback/feedback-overview.tsx";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export function FeedbackScreen() {
  return (
    <RequireOrganization purpose="access feedback">
      {() => (
        <div className="grid gap-6">
          <PageHeader title="Customer Feedback" subtitle="See how people rate answers and support" />
          <FeedbackOverview />
        </div>
      )}
    </RequireOrganization>
  );
}
