import { Upload } from "lucide-react";
import type { Audience } from "../../contract/common.ts";
import { ReportOverview } from "../features/analytics/report-overview.tsx";
import { CuratedAnswerList } from "../features/curated-answers/curated-answer-list.tsx";
import { UnansweredQuestions } from "../features/curated-answers/unanswered-questions.tsx";
import { GoldenQuestionList } from "../features/golden-questions/golden-question-list.tsx";
import { HeldVersions } from "../features/golden-questions/held-versions.tsx";
import { RehearsalCard } from "../features/golden-questions/rehearsal-card.tsx";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { documentsPath, paths } from "../paths.ts";
import { useTabInUrl } from "../tab-in-url.ts";
import { LinkButton } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../ui/tabs.tsx";

const tabs = ["overview", "unanswered", "answers", "golden"] as const;

export function AnalyticsScreen() {
  const [tab, setTab] = useTabInUrl(tabs);
  return (
    <RequireOrganization purpose="access analytics">
      {({ id }) => (
        <div key={id}>
          <PageHeader
            title="Analytics"
            subtitle="See what people ask, how it is answered and what is missing"
          />
          <Tabs value={tab} onValueChange={setTab} className="mt-6">
            <TabList aria-label="Analytics">
              <Tab value="overview">Overview</Tab>
              <Tab value="unanswered">Unanswered</Tab>
              <Tab value="answers">Curated answers</Tab>
              <Tab value="golden">Golden questions</Tab>
            </TabList>
            <TabPanel value="overview" className="mt-5">
              <ReportOverview firstSteps={<FirstSteps />} />
            </TabPanel>
            <TabPanel value="unanswered" className="mt-5">
              <UnansweredQuestions uploadLink={uploadLink} />
            </TabPanel>
            <TabPanel value="answers" className="mt-5">
              <CuratedAnswerList />
            </TabPanel>
            <TabPanel value="golden" className="mt-5 grid gap-5">
              <HeldVersions />
              <GoldenQuestionList />
              <RehearsalCard />
            </TabPanel>
          </Tabs>
        </div>
      )}
    </RequireOrganization>
  );
}

function FirstSteps() {
  return (
    <>
      <LinkButton href={paths.chat}>Ask the assistant</LinkButton>
      <LinkButton href={paths.documents} variant="secondary">
        Upload a document
      </LinkButton>
    </>
  );
}

function uploadLink(type: Audience) {
  return (
    <LinkButton href={documentsPath(type)} icon={Upload} size="small">
      Upload a document
    </LinkButton>
  );
}
