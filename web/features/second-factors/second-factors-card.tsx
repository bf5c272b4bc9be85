import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, LifeBuoy, type LucideIcon, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SecondFactors } from "../../../contract/second-factors.ts";
import { formatDate } from "../../format/date.ts";
import { Button, MutationButton, SubmitButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ConfirmedButton, Dialog } from "../../ui/dialog.tsx";
import { QueryState } from "../../ui/query-list.tsx";
import { useSignInMethods, userQuery } from "../auth/api.ts";
import { useConfirmed, useConfirmIdentity } from "../profile/confirm-identity.tsx";
import {
  secondFactorsQuery,
  useAddPasskey,
  useBeginTotp,
  useRemoveFactor,
  useRenewRecoveryCodes,
  passkeyProblem,
} from "./api.ts";
import { TotpDialog } from "./totp-dialog.tsx";
import { InputField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";

export function SecondFactorsCard() {
  const factors = useQuery(secondFactorsQuery);
  return (
    <Card
      title="Two-step verification"
      description="A second step protects your account even if your password is stolen."
    >
      <QueryState query={factors} what="two-step verification" skeleton="m-5 h-24 sm:m-6" />
      {factors.data && <Factors factors={factors.data} />}
    </Card>
  );
}

function Factors({ factors: { hasTotp, passkeys, recoveryCodesLeft } }: { factors: SecondFactors }) {
  const offersPasskeys = useSignInMethods().data?.passkeys ?? false;
  const [codes, setCodes] = useState<string[] | null>(null);
  const queryClient = useQueryClient();
  const change: OnChanged = (recoveryCodes) => {
    setCodes(recoveryCodes);
    // Refetching the user can unlock an organization, which replaces the page, so any codes are shown first.
    if (recoveryCodes === null) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
  };
  return (
    <div className="px-5 pb-5 sm:px-6 sm:pb-6">
      <ul className="mt-3 divide-y divide-line">
        <AuthenticatorApp isOn={hasTotp} onChanged={change} />
        {passkeys.map(({ id, name, createdAt }) => (
          <Row key={id} icon={KeyRound} title={name} detail={`Passkey, added ${formatDate(createdAt)}`}>
            <RemoveButton path={`/api/user/passkeys/${id}`} label={name} name={`the passkey ${name}`} />
          </Row>
        ))}
        {offersPasskeys && <NewPasskey isAnother={passkeys.length > 0} onChanged={change} />}
        {(hasTotp || passkeys.length > 0) && <RecoveryCodes left={recoveryCodesLeft} onChanged={change} />}
      </ul>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => change(null)} />}
    </div>
  );
}

/** Called with new recovery codes, if there are some to show. */
type OnChanged = (recoveryCodes: string[] | null) => void;

const failure = "That didn't work. Try again.";

function AuthenticatorApp({ isOn, onChanged }: { isOn: boolean; onChanged: OnChanged }) {
  const begin = useConfirmed(useBeginTotp(), failure);
  return (
    <Row
      icon={Smartphone}
      title="Authenticator app"
      detail={isOn ? "On" : "A code from an app on your phone"}
    >
      {isOn ? (
        <RemoveButton path="/api/user/totp" name="the authenticator app" />
      ) : (
        <MutationButton variant="primary" size="small" mutation={begin} label="Set up app" />
      )}
      {begin.data && <TotpDialog secret={begin.data} onClose={begin.reset} onDone={onChanged} />}
    </Row>
  );
}

function NewPasskey({ isAnother, onChanged }: { isAnother: boolean; onChanged: OnChanged }) {
  const checkIdentity = useConfirmIdentity();
  const [isAdding, setIsAdding] = useState(false);
  const add = useAddPasskey();

  function close(): void {
    setIsAdding(false);
    add.reset();
  }

  // The dialog closes while the person is asked for the password.
  const addPasskey = (name: string): void =>
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        setIsAdding(false);
        onChanged(recoveryCodes);
      },
      onError: (error) => (checkIdentity(error, () => addPasskey(name)) ? close() : setIsAdding(true)),
    });

  return (
    <Row
      icon={KeyRound}
      title={isAnother ? "Another passkey" : "Passkey"}
      detail="Your fingerprint, face or PIN instead of a password"
    >
      <Button size="small" onClick={() => setIsAdding(true)} label="Add passkey" />
      {isAdding && <AddPasskeyDialog add={add} onClose={close} onSubmit={addPasskey} />}
    </Row>
  );
}

function RecoveryCodes({ left, onChanged }: { left: number; onChanged: OnChanged }) {
  const renew = useConfirmed(useRenewRecoveryCodes(), failure);
  return (
    <Row icon={LifeBuoy} title="Recovery codes" detail={`${left} left, each works once`}>
      <Button
        size="small"
        pending={renew.isPending}
        onClick={() =>
          renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onChanged(recoveryCodes) })
        }
        label="Create new codes"
      />
    </Row>
  );
}

function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Recovery codes"
      description="They won't be shown again."
      className="sm:w-110"
    >
      <div className="grid gap-4 overflow-y-auto p-5">
        <p className="text-sm">
          Store them somewhere safe, away from your phone. Each code signs you in once if you can't use your
          app or passkey.
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid gap-x-6 gap-y-1 rounded-xl bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-between gap-3">
          <CopyButton text={codes.join("\n")} what="the recovery codes" />
          <Button onClick={onClose} label="I've saved them" />
        </div>
      </div>
    </Dialog>
  );
}

interface RowProps {
  icon: LucideIcon;
  title: string;
  detail: string;
  children: ReactNode;
}

function Row({ icon: Icon, title, detail, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Icon aria-hidden className="size-5 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-ink-soft">{detail}</p>
      </div>
      {children}
    </li>
  );
}

interface RemoveButtonProps {
  /** The API address of the factor. */
  path: string;
  name: string;
  /** A shorter name for the button. */
  label?: string;
}

function RemoveButton({ path, name, label = name }: RemoveButtonProps) {
  const remove = useConfirmed(useRemoveFactor(), failure);
  return (
    <ConfirmedButton
      size="small"
      aria-label={`Remove ${label}`}
      title={`Remove ${name}?`}
      description="You will no longer be able to sign in with it. Organizations that require two-step verification need you to set up another one."
      confirmLabel="Remove"
      pending={remove.isPending}
      onConfirm={(options) => remove.mutate(path, options)}
    />
  );
}

interface AddPasskeyProps {
  add: { isPending: boolean; error: Error | null };
  onClose: () => void;
  onSubmit: (name: string) => void;
}

function AddPasskeyDialog({ add, onClose, onSubmit }: AddPasskeyProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face or PIN."
      className="sm:w-105"
    >
      <Form onSubmit={(form) => onSubmit(fieldText(form, "passkeyName").trim())} className="grid gap-4 p-5">
        <InputField
          label="Name"
          hint="A name to recognize it by, such as “Work laptop”."
          error={add.error && passkeyProblem(add.error)}
          name="passkeyName"
          required
          maxLength={100}
          autoComplete="off"
        />
        <SubmitButton label="Continue" pending={add.isPending} />
      </Form>
    </Dialog>
  );
}
