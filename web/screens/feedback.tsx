import { FeedbackOverview } from "../features/feedback/feedback-overview.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export function FeedbackScreen() {
  return (
    <div className="grid gap-6">
      <PageHeader title="Customer Feedback" subtitle="See how people rate answers and support" />
      <FeedbackOverview />
    </div>
  );
}
