import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { ApiKeyList } from "../features/api-keys/api-key-list.tsx";
import { CreateKeyForm, WebPageKeyCard } from "../features/api-keys/api-key-forms.tsx";
import { userQuery } from "../features/auth/api.ts";
import { may } from "../../contract/permissions.ts";
import { LanguageModelSettings } from "../features/model-usage/language-model-settings.tsx";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { MembersCard } from "../features/organizations/members-card.tsx";
import { PendingInvitations } from "../features/organizations/pending-invitations.tsx";
import { RenameCard } from "../features/organizations/rename-card.tsx";
import { PasswordCard } from "../features/profile/password-card.tsx";
import { RequireSecondFactorCard } from "../features/second-factors/require-card.tsx";
import { SecondFactorsCard } from "../features/second-factors/second-factors-card.tsx";
import { SingleSignOnCard } from "../features/profile/single-sign-on-card.tsx";
import { ProfileForm } from "../features/profile/profile-form.tsx";
import { VerifyEmailCard } from "../features/profile/verify-email-card.tsx";
import { WebhookGuide } from "../features/webhook/webhook-guide.tsx";
import type { SettingsTab } from "../paths.ts";
import { useOrganization } from "../current-organization.tsx";
import { useTabInUrl } from "../tab-in-url.ts";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../ui/tabs.tsx";

const tabs = [
  "profile",
  "api-keys",
  "webhooks",
  "members",
  "language-model",
] as const satisfies SettingsTab[];

export function SettingsScreen() {
  return (
    <RequireOrganization purpose="access settings">{({ id }) => <Settings key={id} />}</RequireOrganization>
  );
}

function Settings() {
  const { role } = useOrganization();
  const [tab, setTab] = useTabInUrl<SettingsTab>(tabs);
  const user = useQuery(userQuery).data;
  const [search] = useSearchParams();
  const [webPageKey, setWebPageKey] = useState<string>();
  return (
    <>
      <PageHeader title="Settings" subtitle="Manage API keys and integrations" />
      <Tabs value={tab} onValueChange={setTab} className="mt-6">
        <TabList aria-label="Settings">
          <Tab value="profile">Profile</Tab>
          <Tab value="api-keys">API Keys</Tab>
          <Tab value="webhooks">Webhooks</Tab>
          <Tab value="members">Members</Tab>
          <Tab value="language-model">Language model</Tab>
        </TabList>
        <TabPanel value="profile" className="mt-5 grid gap-5">
          {user && <ProfileForm user={user} />}
          {user && <VerifyEmailCard email={user.email} />}
          <PasswordCard />
          <SecondFactorsCard />
          <SingleSignOnCard problem={search.get("problem")} />
        </TabPanel>
        <TabPanel value="api-keys" className="mt-5 grid gap-5">
          {may(role, "see API keys") ? (
            <>
              <CreateKeyForm />
              <ApiKeyList />
            </>
          ) : (
            <KeysOfOthers />
          )}
        </TabPanel>
        <TabPanel value="webhooks" className="mt-5 grid gap-5">
          {may(role, "manage API keys") && <WebPageKeyCard onCreated={setWebPageKey} />}
          <WebhookGuide origin={window.location.origin} webPageKey={webPageKey} />
        </TabPanel>
        <TabPanel value="members" className="mt-5 grid gap-5">
          {user && <MembersCard userId={user.id} />}
          {may(role, "invite members") && <PendingInvitations />}
          {may(role, "see how the organization is secured") && <RequireSecondFactorCard />}
          <RenameCard />
        </TabPanel>
        <TabPanel value="language-model" className="mt-5 grid gap-5">
          <LanguageModelSettings />
        </TabPanel>
      </Tabs>
    </>
  );
}

function KeysOfOthers() {
  return (
    <Card>
      <EmptyState
        icon={KeyRound}
        title="Only owners and admins can manage API keys"
        description="Ask one of them for a key. You'll find them under Members."
      />
    </Card>
  );
}
