import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { signInMethodsQuery } from "../auth/api.ts";
import { SingleSignOnFailure } from "../auth/single-sign-on.tsx";
import { signInStateQuery, useConnectSingleSignOn } from "./api.ts";

/** Where the operator has set single sign-on up: whether it opens this account, and how to make it so. */
export function SingleSignOnCard({ problem }: { problem: string | null }) {
  const isOffered = useQuery(signInMethodsQuery).data?.singleSignOn;
  const state = useQuery(signInStateQuery);
  const connect = useConnectSingleSignOn();
  if (!isOffered || !state.data) return null;
  return (
    <Card>
      <CardHeader
        title="Single sign-on"
        description="Sign in with the account of your organization instead of a password."
      />
      <div className="grid justify-items-start gap-4 p-5 sm:p-6">
        <SingleSignOnFailure problem={problem} />
        {state.data.isConnected ? (
          <p className="flex items-center gap-2 text-sm font-medium">
            <CircleCheck aria-hidden className="size-5 text-accent-text" />
            Connected. You can sign in with single sign-on.
          </p>
        ) : (
          <Button pending={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
            Connect single sign-on
          </Button>
        )}
      </div>
    </Card>
  );
}
