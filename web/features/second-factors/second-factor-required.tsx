import { ShieldCheck } from "lucide-react";
import type { OrganizationMembership } from "../../../contract/identity.ts";
import { serverPaths } from "../../paths.ts";
import { TextLink } from "../../ui/links.tsx";
import { ConfirmIdentity } from "../profile/confirm-identity.tsx";
import { SecondFactorsCard } from "./second-factors-card.tsx";

/** Replaces the screens of an organization that requires a second factor, until the person has one. */
export function SecondFactorRequired({ organization }: { organization: OrganizationMembership }) {
  return (
    <div className="mx-auto grid max-w-2xl gap-6 py-6">
      <title>Two-step verification · Sizana</title>
      <div>
        <ShieldCheck aria-hidden className="size-9 text-accent-text" />
        <h1 className="mt-4 text-2xl font-bold tracking-tight wrap-anywhere">
          {organization.name} requires two-step verification
        </h1>
        <p className="mt-2 text-ink-soft">
          Set up an authenticator app or a passkey to continue. If you have single sign-on, you can{" "}
          <TextLink outside href={serverPaths.logout}>
            sign out
          </TextLink>{" "}
          and sign in with it instead.
        </p>
      </div>
      <ConfirmIdentity>
        <SecondFactorsCard />
      </ConfirmIdentity>
    </div>
  );
}
