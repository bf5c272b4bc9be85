import type { Role } from "../../../contract/common.ts";
import type { Member, OrganizationMembership } from "../../../contract/identity.ts";
import { may, mayChangeMember } from "../../../contract/permissions.ts";
import { personName } from "../../format/person-name.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ChoiceSelect } from "../../ui/choice-select.tsx";
import { ConfirmedButton } from "../../ui/confirmed-button.tsx";
import { type Columns, ExportButton } from "../../ui/export-button.tsx";
import { ReadList } from "../../ui/read-list.tsx";
import { readAllMembers, useChangeRole, useLeave, useMemberList, useRemoveMember } from "./api.ts";
import { InviteForm } from "./invite-form.tsx";

interface MembersCardProps {
  organization: OrganizationMembership;
  userId: string;
}

/** The members of the organization with their roles, and the form that invites more. */
export function MembersCard({ organization, userId }: MembersCardProps) {
  const list = useMemberList(organization.id);
  return (
    <Card>
      <CardHeader
        title="People"
        description={`Everyone in ${organization.name}.`}
        actions={
          <ExportButton what="members" columns={exportColumns} read={() => readAllMembers(organization.id)} />
        }
      />
      <ReadList list={list} what="people" className="mt-3" skeleton="mx-5 mb-4 h-10 sm:mx-6" empty={null}>
        {(members) => (
          <ul className="divide-y divide-line px-5 sm:px-6">
            {members.map((member) => (
              <MemberRow
                key={member.id}
                organization={organization}
                member={member}
                isSelf={member.id === userId}
              />
            ))}
          </ul>
        )}
      </ReadList>
      {may(organization.role, "invite members") && <InviteForm organizationId={organization.id} />}
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
  organization: OrganizationMembership;
  member: Member;
  isSelf: boolean;
}

function MemberRow({ organization, member, isSelf }: MemberRowProps) {
  const change = useChangeRole(organization.id);
  const name = personName(member);
  const mayChange = mayChangeMember(organization.role, member.role, null);
  const roles: Role[] = organization.role === "owner" ? ["owner", ...invitedRoles] : invitedRoles;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Avatar name={name} imageUrl={member.profileImageUrl} />
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <p className="font-semibold wrap-anywhere">
          {name}
          {isSelf && <span className="font-normal text-ink-soft"> (you)</span>}
        </p>
        {name !== member.email && <p className="text-ink-soft wrap-anywhere">{member.email}</p>}
      </div>
      <div className="flex items-center gap-2">
        {mayChange ? (
          <div className="w-32">
            <ChoiceSelect
              aria-label={`Role of ${name}`}
              value={change.isPending ? change.variables.role : member.role}
              disabled={change.isPending}
              onChoose={(role) => change.mutate({ userId: member.id, role: role as Role })}
              options={roles.map((role) => ({
                value: role,
                label: role.charAt(0).toUpperCase() + role.slice(1),
              }))}
            />
          </div>
        ) : (
          <Badge tone="grey" className="capitalize">
            {member.role}
          </Badge>
        )}
        {(isSelf || mayChange) && (
          <RemoveButton organization={organization} member={member} isSelf={isSelf} />
        )}
      </div>
    </li>
  );
}

/** Removes a member, or lets the signed-in person leave. */
function RemoveButton({ organization, member, isSelf }: MemberRowProps) {
  const remove = useRemoveMember(organization.id);
  const leave = useLeave(organization.id);
  const name = personName(member);
  const label = isSelf ? "Leave" : "Remove";
  return (
    <ConfirmedButton
      variant="secondary"
      size="small"
      aria-label={isSelf ? "Leave the organization" : `Remove ${name}`}
      question={{
        title: `${label} ${isSelf ? organization.name : name}?`,
        description: isSelf
          ? "You lose access immediately. To come back, you need a new invitation."
          : "They lose access immediately. Everything they wrote stays.",
      }}
      confirmLabel={label}
      pending={remove.isPending || leave.isPending}
      onConfirm={(options) => (isSelf ? leave.mutate(undefined, options) : remove.mutate(member.id, options))}
    >
      {label}
    </ConfirmedButton>
  );
}

const invitedRoles: Role[] = ["admin", "agent", "viewer"];
