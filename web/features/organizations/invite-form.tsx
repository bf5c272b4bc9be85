import { UserPlus } from "lucide-react";
import type { Invitation, InvitationCreate } from "../../../contract/identity.ts";
import { useMay } from "../../current-organization.tsx";
import { formatDate } from "../../format/date.ts";
import { sentenceOf } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { ShownOnce } from "../../ui/copy-button.tsx";
import { InputField, SelectField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { useInvite } from "./api.ts";

const roleOptions: { value: InvitationCreate["role"]; label: string }[] = [
  { value: "admin", label: "Admin: manages documents and people" },
  { value: "agent", label: "Agent: uploads and answers" },
  { value: "viewer", label: "Viewer: reads and asks" },
];

export function InviteForm() {
  const invite = useInvite();
  const refusal = invite.error && (sentenceOf(invite.error) || "Couldn't create the invitation. Try again.");

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
          error={refusal ?? undefined}
          name="email"
          type="email"
          required
          autoComplete="off"
        />
        <SelectField label="Role" name="role" defaultValue="agent" options={roleOptions} />
        <Button type="submit" pending={invite.isPending} className="md:mt-7.5" icon={UserPlus}>
          Invite
        </Button>
      </div>
      {invite.data && <InvitationLink invitation={invite.data} />}
    </Form>
  );
}

/** The link of an invitation, which is shown only once. */
export function InvitationLink({ invitation }: { invitation: Invitation }) {
  const { email, link, expiresAt, isMailed } = invitation;
  return (
    <ShownOnce text={link} what="the invitation">
      {isMailed ? `We have emailed this link to ${email}.` : `Send this link to ${email}.`} It works once and
      expires on {formatDate(expiresAt)}.
    </ShownOnce>
  );
}
