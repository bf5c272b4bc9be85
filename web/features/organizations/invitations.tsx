import { UserPlus } from "lucide-react";
import type { Invitation, InvitationCreate, PendingInvitation } from "../../../contract/identity.ts";
import { useMay } from "../../current-organization.tsx";
import { formatDate } from "../../format/date.ts";
import { serverMessage } from "../../request.ts";
import { Badge } from "../../ui/badge.tsx";
import { SubmitButton, MutationButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ShownOnce } from "../../ui/copy-button.tsx";
import { InputField, SelectField } from "../../ui/field.tsx";
import { Form, fieldText, ErrorText } from "../../ui/form.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { useInvite, usePendingInvitations, useRevokeInvitation } from "./api.ts";

const roleOptions: { value: InvitationCreate["role"]; label: string }[] = [
  { value: "admin", label: "Admin: also manages people" },
  { value: "agent", label: "Agent: uploads and replies" },
  { value: "viewer", label: "Viewer: reads and asks" },
];

export function InviteForm() {
  const invite = useInvite();
  if (!useMay("invite members")) return null;

  function submit(form: HTMLFormElement): void {
    const role = fieldText(form, "role") as InvitationCreate["role"];
    invite.mutate({ email: fieldText(form, "email"), role }, { onSuccess: () => form.reset() });
  }

  return (
    <Form onSubmit={submit} className="grid gap-4 border-t border-line p-5 sm:p-6">
      <div className="grid items-start gap-4 md:grid-cols-[1fr_1fr_auto]">
        <InputField
          label="Invite by email"
          error={
            invite.error && (serverMessage(invite.error) || "Couldn't create the invitation. Try again.")
          }
          name="email"
          type="email"
          required
          autoComplete="off"
        />
        <SelectField label="Role" name="role" defaultValue="agent" options={roleOptions} />
        <SubmitButton label="Invite" pending={invite.isPending} className="md:mt-7.5" icon={UserPlus} />
      </div>
      {invite.data && <InvitationLink invitation={invite.data} />}
    </Form>
  );
}

/** The link of an invitation. The server returns it only once. */
function InvitationLink({ invitation }: { invitation: Invitation }) {
  const { email, link, expiresAt, isMailed } = invitation;
  return (
    <ShownOnce text={link} what="the invitation">
      {isMailed ? `We have emailed this link to ${email}.` : `Send this link to ${email}.`} It works once and
      expires on {formatDate(expiresAt)}.
    </ShownOnce>
  );
}

export function PendingInvitations() {
  return (
    <Card className="overflow-hidden" title="Pending invitations" description="Waiting to be accepted.">
      <QueryList
        list={usePendingInvitations()}
        what="invitations"
        skeleton="m-5 h-10"
        empty={
          <p className="px-5 py-4 text-sm text-ink-soft sm:px-6">
            No pending invitations. Invite a colleague by email above.
          </p>
        }
      >
        {(invitation) => <Row key={invitation.email} invitation={invitation} />}
      </QueryList>
    </Card>
  );
}

function Row({ invitation }: { invitation: PendingInvitation }) {
  const renew = useInvite();
  const { email, expiresAt } = invitation;
  const role = invitation.role as InvitationCreate["role"];
  return (
    <li className="grid gap-3 px-5 py-3 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-semibold wrap-anywhere">{email}</span>
            <Badge tone="grey" className="capitalize" label={role} />
          </p>
          <p className="text-xs text-ink-soft">Expires {formatDate(expiresAt)}</p>
        </div>
        <div className="flex gap-2">
          <MutationButton
            size="small"
            mutation={renew}
            input={{ email, role }}
            aria-label={`New link for ${email}`}
            label="New link"
          />
          <RevokeButton invitation={invitation} />
        </div>
      </div>
      <ErrorText>{renew.isError && "Couldn't create a new link. Try again in a moment."}</ErrorText>
      {renew.data && <InvitationLink invitation={renew.data} />}
    </li>
  );
}

function RevokeButton({ invitation: { id, email } }: { invitation: PendingInvitation }) {
  return (
    <MutationButton
      size="small"
      mutation={useRevokeInvitation()}
      input={id}
      aria-label={`Revoke the invitation for ${email}`}
      label="Revoke"
    />
  );
}
