import type { Role } from "../../../contract/common.ts";
import type { Member } from "../../../contract/identity.ts";
import { mayChangeMember } from "../../../contract/permissions.ts";
import { useOrganization, useUser } from "../../current-organization.tsx";
import { personName } from "../../format/person-name.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceSelect } from "../../ui/choice-select.tsx";
import { ConfirmedButton } from "../../ui/dialog.tsx";
import { type Columns, ExportButton } from "../../ui/export-button.tsx";
import { QueryList, rowsOf } from "../../ui/query-list.tsx";
import { useChangeRole, useLeave, useMemberList, useRemoveMember } from "./api.ts";
import { InviteForm } from "./invitations.tsx";

export function MembersCard() {
  const { name } = useOrganization();
  const list = useMemberList();
  const owners = rowsOf(list)?.filter(({ role }) => role === "owner") ?? [];
  const hasOneOwner = owners.length === 1 && !list.hasNextPage;
  return (
    <Card
      title="People"
      description={`Everyone in ${name}.`}
      actions={<ExportButton what="members" columns={exportColumns} />}
    >
      <QueryList
        list={list}
        what="people"
        className="mt-3"
        skeleton="mx-5 mb-4 h-10 sm:mx-6"
        rows={{ className: "px-5 sm:px-6" }}
        empty={null}
      >
        {(member) => (
          <MemberRow key={member.id} member={member} isSoleOwner={hasOneOwner && member.role === "owner"} />
        )}
      </QueryList>
      <InviteForm />
    </Card>
  );
}

const exportColumns: Columns<Member> = {
  "First name": ({ firstName }) => firstName,
  "Last name": ({ lastName }) => lastName,
  Email: ({ email }) => email,
  Role: ({ role }) => role,
};

interface MemberRowProps {
  member: Member;
  isSoleOwner: boolean;
}

function MemberRow({ member, isSoleOwner }: MemberRowProps) {
  const name = personName(member);
  const isSelf = member.id === useUser().id;
  const mayChange = mayChangeMember(useOrganization().role, member.role, null);
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Avatar name={name} imageUrl={member.profileImageUrl} />
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <p className="font-semibold wrap-anywhere">
          {name}
          {isSelf && <span className="font-normal text-ink-soft"> (you)</span>}
        </p>
        {name !== member.email && <p className="text-ink-soft wrap-anywhere">{member.email}</p>}
        {isSelf && isSoleOwner && (
          <p id="sole-owner" className="text-xs text-ink-soft">
            The only owner can't leave. Make someone else an owner first.
          </p>
        )}
      </div>
      <div className="flex items-center gap-2">
        {mayChange ? (
          <RoleChoice member={member} />
        ) : (
          <Badge tone="grey" className="capitalize" label={member.role} />
        )}
        {(isSelf || mayChange) && <RemoveButton member={member} isSelf={isSelf} isSoleOwner={isSoleOwner} />}
      </div>
    </li>
  );
}

const invitedRoles: Role[] = ["admin", "agent", "viewer"];

function RoleChoice({ member }: { member: Member }) {
  const change = useChangeRole();
  const roles = useOrganization().role === "owner" ? ["owner", ...invitedRoles] : invitedRoles;
  return (
    <div className="w-32">
      <ChoiceSelect
        aria-label={`Role of ${personName(member)}`}
        value={change.isPending ? change.variables.role : member.role}
        disabled={change.isPending}
        onChoose={(role) => change.mutate({ userId: member.id, role: role as Role })}
        options={roles.map((role) => ({ value: role, label: role.charAt(0).toUpperCase() + role.slice(1) }))}
      />
    </div>
  );
}

function RemoveButton({ member, isSelf, isSoleOwner }: MemberRowProps & { isSelf: boolean }) {
  const organization = useOrganization();
  const remove = useRemoveMember();
  const leave = useLeave();
  const name = personName(member);
  const label = isSelf ? "Leave" : "Remove";
  return (
    <ConfirmedButton
      size="small"
      disabled={isSelf && isSoleOwner}
      aria-describedby={isSelf && isSoleOwner ? "sole-owner" : undefined}
      aria-label={isSelf ? "Leave the organization" : `Remove ${name}`}
      title={`${label} ${isSelf ? organization.name : name}?`}
      description={
        isSelf
          ? "You lose access immediately. To come back, you need a new invitation."
          : "They lose access immediately. Everything they wrote stays."
      }
      confirmLabel={label}
      pending={remove.isPending || leave.isPending}
      onConfirm={(options) => (isSelf ? leave.mutate(undefined, options) : remove.mutate(member.id, options))}
    />
  );
}
