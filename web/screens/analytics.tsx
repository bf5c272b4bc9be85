import { Upload } from "lucide-react";
import { Link } from "wouter";
import type { Audience } from "../../contract/common.ts";
import { may } from "../../contract/permissions.ts";
import { ReportOverview } from "../features/analytics/report-overview.tsx";
import { CuratedAnswerList } from "../features/curated-answers/curated-answer-list.tsx";
import { UnansweredQuestions } from "../features/curated-answers/unanswered-questions.tsx";
import { GoldenQuestionList } from "../features/golden-questions/golden-question-list.tsx";
import { HeldVersions } from "../features/golden-questions/held-versions.tsx";
import { RehearsalCard } from "../features/golden-questions/rehearsal-card.tsx";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { documentsPath, paths } from "../paths.ts";
import { useTabInUrl } from "../tab-in-url.ts";
import { Button } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../ui/tabs.tsx";

const tabs = ["overview", "unanswered", "answers", "golden"] as const;

export function AnalyticsScreen() {
  const [tab, setTab] = useTabInUrl(tabs);
  return (
    <RequireOrganization purpose="access analytics">
      {({ id, role }) => (
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
              <ReportOverview
                organizationId={id}
                mayChangeTimeZone={may(role, "rename the organization")}
                firstSteps={<FirstSteps />}
              />
            </TabPanel>
            <TabPanel value="unanswered" className="mt-5">
              <UnansweredQuestions
                organizationId={id}
                editable={may(role, "write answers")}
                uploadLink={uploadLink}
              />
            </TabPanel>
            <TabPanel value="answers" className="mt-5">
              <CuratedAnswerList organizationId={id} editable={may(role, "write answers")} />
            </TabPanel>
            <TabPanel value="golden" className="mt-5 grid gap-5">
              <HeldVersions organizationId={id} editable={may(role, "write answers")} />
              <GoldenQuestionList organizationId={id} editable={may(role, "write answers")} />
              <RehearsalCard organizationId={id} editable={may(role, "manage the business configuration")} />
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
      <Button asChild>
        <Link href={paths.chat}>Ask the assistant</Link>
      </Button>
      <Button asChild variant="secondary">
        <Link href={paths.documents}>Upload a document</Link>
      </Button>
    </>
  );
}

/** A link to upload documents for an audience. */
function uploadLink(type: Audience) {
  return (
    <Button asChild size="small" variant="secondary">
      <Link href={documentsPath(type)}>
        <Upload aria-hidden className="size-4" />
        Upload a document
      </Link>
    </Button>
  );
}
