import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { CreateKeyForm, WebPageKeyCard } from "../features/api-keys/api-key-forms.tsx";
import { ApiKeyList } from "../features/api-keys/api-key-list.tsx";
import { LanguageModelSettings } from "../features/model-usage/language-model-settings.tsx";
import { DeleteOrganizationCard } from "../features/organizations/delete-organization-card.tsx";
import { MembersCard } from "../features/organizations/members-card.tsx";
import { PendingInvitations } from "../features/organizations/invitations.tsx";
import { RenameCard } from "../features/organizations/rename-card.tsx";
import { RetentionCard } from "../features/personal-data/retention-card.tsx";
import { ConfirmIdentity } from "../features/profile/confirm-identity.tsx";
import { DeleteAccountCard } from "../features/profile/delete-account-card.tsx";
import { PasswordCard } from "../features/profile/password-card.tsx";
import { ProfileForm } from "../features/profile/profile-form.tsx";
import { SingleSignOnCard } from "../features/profile/single-sign-on-card.tsx";
import { VerifyEmailCard } from "../features/profile/verify-email-card.tsx";
import { RequireSecondFactorCard } from "../features/second-factors/require-card.tsx";
import { SecondFactorsCard } from "../features/second-factors/second-factors-card.tsx";
import { WebhookGuide } from "../features/webhook/webhook-guide.tsx";
import type { SettingsTab } from "../paths.ts";
import { useMay } from "../current-organization.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/query-list.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabsInUrl } from "../ui/tabs.tsx";

export function SettingsScreen() {
  /** A key for web pages that was just created. */
  const [webPageKey, setWebPageKey] = useState<string>();
  const mayManageKeys = useMay("manage API keys");
  const mayErase = useMay("manage personal data");
  const tabs = [
    { value: "profile", label: "Profile", content: <Profile /> },
    { value: "api-keys", label: "API Keys", content: <ApiKeys /> },
    {
      value: "webhooks",
      label: "Webhooks",
      content: (
        <>
          {mayManageKeys && <WebPageKeyCard onCreated={setWebPageKey} />}
          <WebhookGuide webPageKey={webPageKey} />
        </>
      ),
    },
    { value: "members", label: "Members", content: <Members /> },
    { value: "language-model", label: "Language model", content: <LanguageModelSettings /> },
    ...(mayErase ? [{ value: "privacy" as const, label: "Privacy", content: <RetentionCard /> }] : []),
  ] satisfies { value: SettingsTab; label: string; content: ReactNode }[];
  return (
    <>
      <PageHeader title="Settings" subtitle="Manage API keys and integrations" />
      <TabsInUrl label="Settings" tabs={tabs} />
    </>
  );
}

function Profile() {
  return (
    <ConfirmIdentity>
      <ProfileForm />
      <VerifyEmailCard />
      <PasswordCard />
      <SecondFactorsCard />
      <SingleSignOnCard />
      <DeleteAccountCard />
    </ConfirmIdentity>
  );
}

function ApiKeys() {
  return useMay("see API keys") ? (
    <>
      <CreateKeyForm />
      <ApiKeyList />
    </>
  ) : (
    <Card>
      <EmptyState
        icon={KeyRound}
        title="Only owners and admins can manage API keys"
        description="Ask one of them for a key. You'll find them under Members."
      />
    </Card>
  );
}

function Members() {
  const mayInvite = useMay("invite members");
  const seesSecurity = useMay("see the security settings");
  return (
    <>
      <MembersCard />
      {mayInvite && <PendingInvitations />}
      {seesSecurity && <RequireSecondFactorCard />}
      <RenameCard />
      <DeleteOrganizationCard />
    </>
  );
}
