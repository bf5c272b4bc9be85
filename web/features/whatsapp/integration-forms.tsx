import { Plug } from "lucide-react";
import { maskedSecret } from "../../../contract/limits.ts";
import type { WhatsappIntegration } from "../../../contract/whatsapp.ts";
import { useMay } from "../../current-organization.tsx";
import { serverMessage } from "../../request.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField, SecretField } from "../../ui/field.tsx";
import { FormDialog, Advanced, fieldText, filledTexts, Form, formTexts, ErrorText } from "../../ui/form.tsx";
import { useCreateWhatsapp, useUpdateWhatsapp } from "./api.ts";

/** The form that connects a number, shown only to people who may. The server validates the fields. */
export function SetupForm() {
  const create = useCreateWhatsapp();

  if (!useMay("manage the WhatsApp integration")) return null;

  return (
    <Card title="Setup" description="You'll find these values in your Meta app.">
      <Form
        noValidate
        onSubmit={(form) => create.mutate(integrationOf(form), { onSuccess: () => form.reset() })}
        error={create.error}
        className="grid gap-4 p-5 sm:p-6"
      >
        <InputField label="Business name" name="businessName" autoComplete="organization" />
        <InputField label="Phone number ID" name="phoneNumberId" autoComplete="off" />
        <SecretField label="Access token" name="accessToken" />
        <InputField
          label="Webhook verify token"
          hint="Choose a word without spaces and enter the same one in Meta."
          name="webhookVerifyToken"
          autoComplete="off"
        />
        <Advanced className="mt-3">
          <SecretField
            label="App secret"
            optional
            hint="Found in your Meta app. It proves that messages come from Meta. Leave empty to use the server's."
            name="appSecret"
          />
        </Advanced>
        <ErrorText>{serverMessage(create.error)}</ErrorText>
        <SubmitButton
          label="Create integration"
          pending={create.isPending}
          className="justify-self-start"
          icon={Plug}
        />
      </Form>
    </Card>
  );
}

const integrationOf = (form: HTMLFormElement) => ({
  ...formTexts(form),
  appSecret: fieldText(form, "appSecret").trim() || undefined,
});

interface ChangeDialogProps {
  integration: WhatsappIntegration;
  onClose: () => void;
}

/** Changes the settings of an integration. Fields left empty stay unchanged. */
export function ChangeDialog({ integration, onClose }: ChangeDialogProps) {
  const update = useUpdateWhatsapp();
  const submit = (form: HTMLFormElement): void =>
    update.mutate({ id: integration.id, ...filledTexts(form) }, { onSuccess: onClose });
  return (
    <FormDialog
      title="Edit integration"
      description="Fields you leave empty stay unchanged."
      className="sm:w-[30rem]"
      submitLabel="Save changes"
      mutation={update}
      noValidate
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField label="Business name" name="businessName" defaultValue={integration.businessName} />
      <InputField label="Phone number ID" name="phoneNumberId" defaultValue={integration.phoneNumberId} />
      <SecretField label="Access token" name="accessToken" placeholder={maskedSecret} />
      <SecretField label="Webhook verify token" name="webhookVerifyToken" placeholder={maskedSecret} />
      <SecretField label="App secret" name="appSecret" placeholder={integration.appSecret ?? ""} />
    </FormDialog>
  );
}
