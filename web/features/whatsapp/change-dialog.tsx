import { maskedSecret } from "../../../contract/limits.ts";
import type { WhatsappIntegration } from "../../../contract/whatsapp.ts";
import { sentenceOf } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InputField, SecretField } from "../../ui/field.tsx";
import { Form, Refusal, filledTexts } from "../../ui/form.tsx";
import { useUpdateWhatsapp } from "./api.ts";

interface ChangeDialogProps {
  integration: WhatsappIntegration;
  onClose: () => void;
}

/** Changes the settings of a number. Secrets left empty stay unchanged. */
export function ChangeDialog({ integration, onClose }: ChangeDialogProps) {
  const update = useUpdateWhatsapp();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Edit integration"
      description="Fields you leave empty stay unchanged."
      className="sm:w-[30rem]"
    >
      <Form
        noValidate
        onSubmit={(form) =>
          update.mutate({ id: integration.id, ...filledTexts(form, fields) }, { onSuccess: onClose })
        }
        className="grid gap-4 overflow-y-auto p-5"
      >
        <InputField label="Business name" name="businessName" defaultValue={integration.businessName} />
        <InputField label="Phone number ID" name="phoneNumberId" defaultValue={integration.phoneNumberId} />
        {secretFields.map(({ name, label }) => (
          <SecretField
            key={name}
            label={label}
            name={name}
            placeholder={integration[name] === null ? "" : maskedSecret}
          />
        ))}
        <Refusal>{sentenceOf(update.error)}</Refusal>
        <Button type="submit" pending={update.isPending} className="justify-self-end">
          Save changes
        </Button>
      </Form>
    </Dialog>
  );
}

const secretFields = [
  { name: "accessToken", label: "Access token" },
  { name: "webhookVerifyToken", label: "Webhook verify token" },
  { name: "appSecret", label: "App secret" },
] as const;

const fields = ["businessName", "phoneNumberId", ...secretFields.map(({ name }) => name)] as const;
