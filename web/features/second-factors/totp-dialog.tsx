import type { ComponentProps } from "react";
import { encode } from "uqr";
import type { TotpSecret } from "../../../contract/second-factors.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InputField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { failureMessage } from "../auth/auth-page.tsx";
import { useConfirmTotp } from "./api.ts";

interface TotpDialogProps {
  secret: TotpSecret;
  onClose: () => void;
  /** Called with the recovery codes, which only the person's first second factor brings. */
  onDone: (recoveryCodes: string[] | null) => void;
}

export function TotpDialog({ secret, onClose, onDone }: TotpDialogProps) {
  const confirm = useConfirmTotp();

  function submit(form: HTMLFormElement): void {
    confirm.mutate(fieldText(form, "code"), {
      onSuccess: ({ recoveryCodes }) => {
        onClose();
        onDone(recoveryCodes);
      },
    });
  }

  return (
    <Dialog
      onClose={onClose}
      title="Set up an authenticator app"
      description="For example, Google Authenticator, Aegis or 1Password."
      className="sm:w-110"
    >
      <Form onSubmit={submit} className="grid gap-4 overflow-y-auto p-5">
        <p className="text-sm">Scan this code with the app or enter the key manually.</p>
        <QrCode text={secret.address} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <code className="min-w-0 text-sm wrap-anywhere">{secret.secret}</code>
          <CopyButton text={secret.secret} what="the key" />
        </div>
        <CodeField
          label="Code from the app"
          error={confirm.error && failureMessage(confirm.error)}
          pattern="[0-9 ]{6,7}"
          title="Six digits"
        />
        <SubmitButton label="Turn on" pending={confirm.isPending} />
      </Form>
    </Dialog>
  );
}

export function CodeField(props: ComponentProps<typeof InputField>) {
  return (
    <InputField
      {...props}
      name="code"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
    />
  );
}

/** A QR code, dark on light even in the dark theme, since cameras need that. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-lg bg-white"
    >
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
