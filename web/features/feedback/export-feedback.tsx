import { ExportButton } from "../../ui/export-button.tsx";
import { type FeedbackFilter, readAllFeedback } from "./api.ts";
import { sourceLabels } from "./source-badge.tsx";

const header = ["Rating", "Source", "Category", "Comment", "Customer email", "Customer phone", "Created"];

interface ExportFeedbackProps {
  organizationId: string;
  filter: FeedbackFilter;
}

export function ExportFeedback({ organizationId, filter }: ExportFeedbackProps) {
  return (
    <ExportButton
      what="feedback"
      header={header}
      load={async () =>
        (await readAllFeedback(organizationId, filter)).map((item) => [
          item.rating,
          sourceLabels[item.source],
          item.category,
          item.comment,
          item.customerEmail,
          item.customerPhone,
          item.createdAt,
        ])
      }
    />
  );
}
