import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import type { OrganizationMembership } from "../../../contract/identity.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { serverPaths } from "../../paths.ts";
import { useMayCreateOrganization } from "./api.ts";
import { CreateOrganizationForm } from "./create-organization.tsx";
import { useCurrentOrganization } from "../../current-organization.tsx";

interface RequireOrganizationProps {
  /** Ends the sentence "You need to be part of an organization to …". */
  purpose: string;
  children: (organization: OrganizationMembership) => ReactNode;
}

/** Shows the screen of the current organization, or why there is none. */
export function RequireOrganization({ purpose, children }: RequireOrganizationProps) {
  const { organization } = useCurrentOrganization();
  return organization ? children(organization) : <AccessRequired purpose={purpose} />;
}

function AccessRequired({ purpose }: { purpose: string }) {
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <Card className="w-full max-w-md p-8 text-center">
        <LockKeyhole aria-hidden className="mx-auto size-9 text-accent-text" />
        <title>Access Required · Sizana</title>
        <h1 className="mt-4 text-xl font-bold">Access Required</h1>
        <p className="mt-2 text-ink-soft">You need to be part of an organization to {purpose}.</p>
        <p className="mt-2 text-sm text-ink-soft">
          Ask a colleague to invite you at the email address you signed in with.
        </p>
      </Card>
    </div>
  );
}

/** What a person without an organization sees on the dashboard. */
export function Welcome({ name }: { name: string | null }) {
  const mayCreate = useMayCreateOrganization();
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <Card className="w-full max-w-md overflow-hidden text-center">
        <title>Welcome · Sizana</title>
        <div aria-hidden className="beadwork h-3" />
        <div className="p-8">
          <h1 className="text-xl font-bold">{name ? `Welcome, ${name}` : "Welcome"}</h1>
          <p className="mt-2 text-ink-soft">You must be part of an organization to use the dashboard.</p>
          <p className="mt-2 text-sm text-ink-soft">
            Ask a colleague to invite you at your email address, then open the link in the invitation.
          </p>
          {mayCreate && (
            <div className="mt-6 border-t border-line pt-6">
              <CreateOrganizationForm />
            </div>
          )}
          <Button asChild variant="secondary" className="mt-6">
            <a href={serverPaths.logout}>Sign Out</a>
          </Button>
        </div>
      </Card>
    </div>
  );
}
