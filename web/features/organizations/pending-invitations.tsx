import type { InvitationCreate, PendingInvitation } from "../../../contract/identity.ts";
import { formatDate } from "../../format/date.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Refusal } from "../../ui/form.tsx";
import { ReadList } from "../../ui/read-list.tsx";
import { useInvite, usePendingInvitations, useRevokeInvitation } from "./api.ts";
import { InvitationLink } from "./invite-form.tsx";

/** The open invitations, each with buttons to make a new link or revoke it. */
export function PendingInvitations() {
  const list = usePendingInvitations();
  return (
    <Card className="overflow-hidden" title="Pending invitations" description="Waiting to be accepted.">
      <ReadList
        list={list}
        what="invitations"
        skeleton="m-5 h-10"
        empty={
          <p className="px-5 py-4 text-sm text-ink-soft sm:px-6">
            No pending invitations. Invite a colleague by email above.
          </p>
        }
      >
        {(invitation) => <Row key={invitation.email} invitation={invitation} />}
      </ReadList>
    </Card>
  );
}

function Row({ invitation }: { invitation: PendingInvitation }) {
  const again = useInvite();
  const revoke = useRevokeInvitation();
  const { id, email, expiresAt } = invitation;
  const role = invitation.role as InvitationCreate["role"];
  return (
    <li className="grid gap-3 px-5 py-3 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-semibold wrap-anywhere">{email}</span>
            <Badge tone="grey" className="capitalize">
              {role}
            </Badge>
          </p>
          <p className="text-xs text-ink-soft">Expires {formatDate(expiresAt)}</p>
        </div>
        <div className="flex gap-2">
          <Button
            size="small"
            pending={again.isPending}
            aria-label={`New link for ${email}`}
            onClick={() => again.mutate({ email, role })}
          >
            New link
          </Button>
          <Button
            size="small"
            pending={revoke.isPending}
            aria-label={`Revoke the invitation for ${email}`}
            onClick={() => revoke.mutate(id)}
          >
            Revoke
          </Button>
        </div>
      </div>
      <Refusal>{again.isError && "Couldn't create a new link. Try again in a moment."}</Refusal>
      {again.data && <InvitationLink invitation={again.data} />}
    </li>
  );
}
