import { LockKeyhole } from "lucide-react";
import { paths, screenAt } from "../../../contract/screens.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { serverPaths } from "../../paths.ts";
import { ConfirmIdentity } from "../profile/confirm-identity.tsx";
import { DeleteAccount } from "../profile/delete-account-card.tsx";
import { useMayCreateOrganization } from "./api.ts";
import { CreateOrganizationForm } from "./create-organization.tsx";
import { useUser } from "../../current-organization.tsx";

/** What each screen needs an organization for. */
const purposes = new Map<string | null, string>([
  [paths.documents, "manage documents"],
  [paths.chat, "access chat"],
  [paths.whatsapp, "access WhatsApp"],
  [paths.inbox, "access the inbox"],
  [paths.analytics, "access analytics"],
  [paths.feedback, "access feedback"],
  [paths.tickets, "access tickets"],
  [paths.ticket, "access tickets"],
  [paths.businessConfig, "access business configuration"],
  [paths.settings, "access settings"],
]);

/** Shown to people without an organization: why the screen at `path` needs one or, on the dashboard, a welcome. */
export function WithoutOrganization({ path }: { path: string }) {
  const purpose = purposes.get(screenAt(path));
  if (purpose === undefined) return <Welcome />;
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <Card className="w-full max-w-md p-8 text-center">
        <LockKeyhole aria-hidden className="mx-auto size-9 text-accent-text" />
        <title>Access Required · Sizana</title>
        <h1 className="mt-4 text-xl font-bold">Access Required</h1>
        <p className="mt-2 text-ink-soft">You need to be part of an organization to {purpose}.</p>
        <WaysIn />
        {screenAt(path) === paths.settings && (
          <div className="mt-6 border-t border-line pt-6">
            <ConfirmIdentity>
              <DeleteAccount />
            </ConfirmIdentity>
          </div>
        )}
      </Card>
    </div>
  );
}

/** How to get into an organization: by an invitation or, for those who may, by creating one. */
function WaysIn() {
  const { email } = useUser();
  const mayCreate = useMayCreateOrganization();
  return (
    <>
      <p className="mt-2 text-sm wrap-anywhere text-ink-soft">
        {mayCreate
          ? "Create your organization below, or open the invitation a colleague sent you."
          : `Ask a colleague to invite you at ${email}, then open the link in the invitation.`}
      </p>
      {mayCreate && (
        <div className="mt-6 border-t border-line pt-6">
          <CreateOrganizationForm />
        </div>
      )}
    </>
  );
}

function Welcome() {
  const { firstName } = useUser();
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <Card className="w-full max-w-md overflow-hidden text-center">
        <title>Welcome · Sizana</title>
        <div aria-hidden className="beadwork h-3" />
        <div className="p-8">
          <h1 className="text-xl font-bold">{firstName ? `Welcome, ${firstName}` : "Welcome"}</h1>
          <p className="mt-2 text-ink-soft">You must be part of an organization to use the dashboard.</p>
          <WaysIn />
          <LinkButton outside variant="secondary" className="mt-6" href={serverPaths.logout}>
            Sign Out
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
