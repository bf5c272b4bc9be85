import { Check, Copy, UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Invitation, InvitationCreate, OrganizationMembership } from "../../../contract/identity.ts";
import { RequestError } from "../../request.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { fieldText } from "../../ui/field-text.ts";
import { Field, Input, Select } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useInvite, useMembers } from "./api.ts";

const roleWords: Record<InvitationCreate["role"], string> = {
  admin: "Admin: manages documents and people",
  agent: "Agent: uploads documents and answers",
  viewer: "Viewer: reads and asks",
};

/** Who belongs to the organization, and a way to ask more people in. */
export function MembersCard({ organization }: { organization: OrganizationMembership }) {
  const members = useMembers(organization.id);
  const mayInvite = organization.role === "owner" || organization.role === "admin";
  return (
    <Card>
      <CardHeader title="People" description={`Everyone who belongs to ${organization.name}.`} />
      <ul className="mt-3 divide-y divide-line px-5 sm:px-6">
        {members.isPending && (
          <li className="py-3">
            <Skeleton className="h-10" />
          </li>
        )}
        {members.isError && (
          <li className="py-3 text-sm text-danger-ink">The list of people could not be loaded.</li>
        )}
        {members.data?.map((member) => {
          const name = [member.firstName, member.lastName].filter(Boolean).join(" ");
          return (
            <li key={member.id} className="flex items-center gap-3 py-3">
              <Avatar name={name || member.email} imageUrl={null} />
              <div className="min-w-0 flex-1 text-sm">
                <p className="truncate font-semibold">{name || member.email}</p>
                {name && <p className="truncate text-ink-soft">{member.email}</p>}
              </div>
              <Badge tone="grey" className="capitalize">
                {member.role}
              </Badge>
            </li>
          );
        })}
      </ul>
      {mayInvite && <InviteForm organizationId={organization.id} />}
    </Card>
  );
}

function InviteForm({ organizationId }: { organizationId: string }) {
  const invite = useInvite(organizationId);
  const refusal = invite.error && sentenceFor(invite.error);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const role = fieldText(form, "role") as InvitationCreate["role"];
    invite.mutate({ email: fieldText(form, "email"), role }, { onSuccess: () => form.reset() });
  }

  return (
    <form onSubmit={submit} className="grid gap-4 border-t border-line p-5 sm:p-6">
      <div className="grid items-start gap-4 md:grid-cols-[1fr_1fr_auto]">
        <Field label="Invite by e-mail" error={refusal ?? undefined}>
          {(ids) => <Input {...ids} name="email" type="email" required autoComplete="off" />}
        </Field>
        <Field label="Role">
          {(ids) => (
            <Select {...ids} name="role" defaultValue="agent">
              {Object.entries(roleWords).map(([role, words]) => (
                <option key={role} value={role}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" pending={invite.isPending} className="md:mt-7.5">
          <UserPlus aria-hidden className="size-4" />
          Invite
        </Button>
      </div>
      {invite.data && <InvitationLink invitation={invite.data} />}
    </form>
  );
}

function sentenceFor(error: Error): string {
  return (error instanceof RequestError && error.sentence) || "The invitation could not be made. Try again.";
}

/** The link to pass on: it is shown this once. */
function InvitationLink({ invitation }: { invitation: Invitation }) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? Check : Copy;
  return (
    <div role="status" className="rounded-xl bg-fynbos-tint p-4 text-sm text-fynbos-ink">
      <p className="font-semibold">
        Send this link to {invitation.email}. It works once, until{" "}
        {new Date(invitation.expiresAt).toLocaleDateString("en-ZA", { dateStyle: "long" })}.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-xs break-all">{invitation.link}</code>
        <Button
          variant="secondary"
          size="small"
          onClick={() => void navigator.clipboard.writeText(invitation.link).then(() => setCopied(true))}
        >
          <Icon aria-hidden className="size-4" />
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
    </div>
  );
}
