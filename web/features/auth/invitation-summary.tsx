import type { InvitationDetails } from "../../../contract/identity.ts";

const roleTexts: Record<InvitationDetails["role"], string> = {
  owner: "an owner",
  admin: "an admin",
  agent: "an agent",
  viewer: "a viewer",
};

/** Who invites whom, to which organization, in which role. */
export function InvitationSummary({ invitation }: { invitation: InvitationDetails }) {
  const { organizationName, inviter, role, email } = invitation;
  return (
    <p className="rounded-xl border border-line bg-sunken p-4 text-sm wrap-anywhere">
      {inviter ? (
        <>
          <strong>{inviter}</strong> invited you
        </>
      ) : (
        "You have been invited"
      )}{" "}
      to join <strong>{organizationName}</strong> as {roleTexts[role]}. The invitation is for{" "}
      <strong>{email}</strong>.
    </p>
  );
}
