import { ReportOverview } from "../features/analytics/report-overview.tsx";
import { CuratedAnswerList } from "../features/curated-answers/curated-answer-list.tsx";
import { UnansweredQuestions } from "../features/curated-answers/unanswered-questions.tsx";
import { GoldenQuestionList } from "../features/golden-questions/golden-question-list.tsx";
import { HeldVersions, RehearsalCard } from "../features/golden-questions/held-versions.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabsInUrl } from "../ui/tabs.tsx";

export function AnalyticsScreen() {
  return (
    <>
      <PageHeader title="Analytics" subtitle="What people ask, what we answer and what's missing" />
      <TabsInUrl
        label="Analytics"
        tabs={[
          { value: "overview", label: "Overview", content: <ReportOverview /> },
          { value: "unanswered", label: "Unanswered", content: <UnansweredQuestions /> },
          { value: "answers", label: "Curated answers", content: <CuratedAnswerList /> },
          { value: "golden", label: "Golden questions", content: <GoldenQuestions /> },
        ]}
      />
    </>
  );
}

function GoldenQuestions() {
  return (
    <>
      <HeldVersions />
      <GoldenQuestionList />
      <RehearsalCard />
    </>
  );
}
