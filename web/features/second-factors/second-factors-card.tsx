import { useQuery } from "@tanstack/react-query";
import { KeyRound, LifeBuoy, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SecondFactors } from "../../../contract/second-factors.ts";
import { formatDate } from "../../format/date.ts";
import { sentenceOf } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { toast } from "../../ui/toast-store.ts";
import { signInMethodsQuery } from "../auth/api.ts";
import { useConfirmIdentity } from "../profile/confirm-identity.tsx";
import { AddPasskeyDialog } from "./add-passkey-dialog.tsx";
import {
  secondFactorsQuery,
  useAddPasskey,
  useBeginTotp,
  useRefetchUser,
  useRemoveFactor,
  useRenewRecoveryCodes,
} from "./api.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { TotpDialog } from "./totp-dialog.tsx";

interface FactorToRemove {
  path: string;
  name: string;
}

/** The person's second factors: an authenticator app, passkeys, and recovery codes. */
export function SecondFactorsCard() {
  const factors = useQuery(secondFactorsQuery);
  return (
    <Card>
      <CardHeader
        title="Two-step verification"
        description="A second step protects your account even if your password is stolen."
      />
      <QueryState query={factors} what="two-step verification" skeleton="m-5 h-24 sm:m-6" />
      {factors.data && <Factors factors={factors.data} />}
    </Card>
  );
}

function Factors({ factors }: { factors: SecondFactors }) {
  const offersPasskeys = useQuery(signInMethodsQuery).data?.passkeys ?? false;
  const [isAddingPasskey, setIsAddingPasskey] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [factorToRemove, setFactorToRemove] = useState<FactorToRemove | null>(null);
  const identity = useConfirmIdentity();
  const begin = useBeginTotp();
  const remove = useRemoveFactor();
  const renew = useRenewRecoveryCodes();
  const add = useAddPasskey();
  const refetchUser = useRefetchUser();
  const hasAny = factors.hasTotp || factors.passkeys.length > 0;

  function failed(error: Error, again: () => void): void {
    if (identity.askFor(error, again)) return;
    toast({
      title: "Error",
      description: sentenceOf(error) ?? "That didn't work. Try again.",
      variant: "destructive",
    });
  }
  function finish(recoveryCodes: string[] | null): void {
    if (recoveryCodes) setCodes(recoveryCodes);
    else refetchUser();
  }
  const setUpApp = (): void => begin.mutate(undefined, { onError: (error) => failed(error, setUpApp) });
  // The dialog is closed while the password is asked for, so the passkey is added here, outside of it.
  const addPasskey = (name: string): void =>
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        toast({ title: "Passkey added", description: "Other sessions were signed out." });
        setIsAddingPasskey(false);
        finish(recoveryCodes);
      },
      onError: (error) => {
        const isRequired = identity.askFor(error, () => addPasskey(name));
        if (isRequired) add.reset();
        setIsAddingPasskey(!isRequired);
      },
    });
  const makeCodes = (): void =>
    renew.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
      onError: (error) => failed(error, makeCodes),
    });
  const removeFactor = ({ path }: FactorToRemove): void =>
    remove.mutate(path, {
      onSuccess: refetchUser,
      onError: (error) => failed(error, () => removeFactor({ path, name: "" })),
      onSettled: () => setFactorToRemove(null),
    });

  return (
    <div className="px-5 pb-5 sm:px-6 sm:pb-6">
      <ul className="mt-3 divide-y divide-line">
        <Row
          icon={<Smartphone aria-hidden className="size-5" />}
          title="Authenticator app"
          detail={factors.hasTotp ? "On" : "A code from an app on your phone"}
        >
          {factors.hasTotp ? (
            <RemoveButton
              name="the authenticator app"
              onClick={() => setFactorToRemove({ path: "/api/user/totp", name: "the authenticator app" })}
            />
          ) : (
            <Button size="small" pending={begin.isPending} onClick={setUpApp}>
              Set up app
            </Button>
          )}
        </Row>
        {factors.passkeys.map(({ id, name, createdAt }) => (
          <Row
            key={id}
            icon={<KeyRound aria-hidden className="size-5" />}
            title={name}
            detail={`Passkey, added ${formatDate(createdAt)}`}
          >
            <RemoveButton
              name={name}
              onClick={() =>
                setFactorToRemove({ path: `/api/user/passkeys/${id}`, name: `the passkey ${name}` })
              }
            />
          </Row>
        ))}
        {offersPasskeys && (
          <Row
            icon={<KeyRound aria-hidden className="size-5" />}
            title={factors.passkeys.length > 0 ? "Another passkey" : "Passkey"}
            detail="Your fingerprint, face or PIN instead of a password"
          >
            <Button variant="secondary" size="small" onClick={() => setIsAddingPasskey(true)}>
              Add passkey
            </Button>
          </Row>
        )}
        {hasAny && (
          <Row
            icon={<LifeBuoy aria-hidden className="size-5" />}
            title="Recovery codes"
            detail={`${factors.recoveryCodesLeft} left, each works once`}
          >
            <Button variant="secondary" size="small" pending={renew.isPending} onClick={makeCodes}>
              Create new codes
            </Button>
          </Row>
        )}
      </ul>
      <TotpDialog secret={begin.data ?? null} onClose={begin.reset} onDone={finish} />
      <AddPasskeyDialog
        open={isAddingPasskey}
        onClose={() => {
          setIsAddingPasskey(false);
          add.reset();
        }}
        pending={add.isPending}
        error={add.error}
        onSubmit={addPasskey}
      />
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes(null);
          refetchUser();
        }}
      />
      <ConfirmDialog
        open={factorToRemove !== null}
        onOpenChange={(open) => !open && setFactorToRemove(null)}
        title={`Remove ${factorToRemove?.name ?? ""}?`}
        description="You will no longer be able to sign in with it. Organizations that require two-step verification need you to set up another one."
        confirmLabel="Remove"
        pending={remove.isPending}
        onConfirm={() => factorToRemove && removeFactor(factorToRemove)}
      />
      {identity.dialog}
    </div>
  );
}

interface RowProps {
  icon: ReactNode;
  title: string;
  detail: string;
  children: ReactNode;
}

function Row({ icon, title, detail, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <span className="text-ink-soft">{icon}</span>
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-ink-soft">{detail}</p>
      </div>
      {children}
    </li>
  );
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button variant="secondary" size="small" aria-label={`Remove ${name}`} onClick={onClick}>
      Remove
    </Button>
  );
}
