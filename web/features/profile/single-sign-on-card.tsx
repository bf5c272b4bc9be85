import { CircleCheck } from "lucide-react";
import type { SignInState } from "../../../contract/identity.ts";
import { formatDate } from "../../format/date.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmedButton } from "../../ui/dialog.tsx";
import { useSignInMethods } from "../auth/api.ts";
import { SingleSignOnFailure } from "../auth/single-sign-on.tsx";
import { useSignInState, useConnectSingleSignOn, useDisconnect } from "./api.ts";
import { useConfirmed } from "./confirm-identity.tsx";

type Connection = SignInState["connections"][number];

/** The single sign-on accounts connected to this account, if the server offers single sign-on. */
export function SingleSignOnCard() {
  const isOffered = useSignInMethods().data?.singleSignOn;
  const state = useSignInState();
  if (!isOffered || !state.data) return null;
  return (
    <Card
      title="Single sign-on"
      description="Sign in with your organization's account instead of a password."
      inner="grid justify-items-start gap-4"
    >
      <SingleSignOnFailure />
      {state.data.isConnected ? <Connections connections={state.data.connections} /> : <Connect />}
    </Card>
  );
}

function Connect() {
  const connect = useConfirmed(useConnectSingleSignOn(), "Can't reach single sign-on");
  return (
    <Button
      pending={connect.isPending || connect.isSuccess}
      // The provider's page redirects back to the settings.
      onClick={() =>
        connect.mutate(undefined, { onSuccess: ({ address }) => window.location.assign(address) })
      }
      label="Connect single sign-on"
    />
  );
}

function Connections({ connections }: { connections: Connection[] }) {
  const disconnect = useDisconnect();
  return (
    <>
      <p className="flex items-center gap-2 text-sm font-medium">
        <CircleCheck aria-hidden className="size-5 text-accent-text" />
        Connected. You can sign in with single sign-on.
      </p>
      <ul className="grid w-full max-w-2xl divide-y divide-line">
        {connections.map((connection) => (
          <li key={connection.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="min-w-0 text-sm">
              <span className="font-semibold wrap-anywhere">{nameOf(connection)}</span>
              <span className="block text-ink-soft">Connected {formatDate(connection.createdAt)}</span>
            </p>
            <ConfirmedButton
              size="small"
              aria-label={`Disconnect ${nameOf(connection)}`}
              title={`Disconnect ${nameOf(connection)}?`}
              description="You can no longer sign in with it, and your other sessions are signed out."
              confirmLabel="Disconnect"
              pending={disconnect.isPending}
              onConfirm={(options) => disconnect.mutate(connection.id, options)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const nameOf = ({ label }: Connection): string => label ?? "an account without an email address";
