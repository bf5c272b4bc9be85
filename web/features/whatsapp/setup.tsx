import { Plug } from "lucide-react";
import { useMay, useOrganizationId } from "../../current-organization.tsx";
import { serverMessage } from "../../request.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeToCopy } from "../../ui/copy-button.tsx";
import { InputField, SecretField } from "../../ui/field.tsx";
import { Advanced, fieldText, Form, formTexts, ErrorText } from "../../ui/form.tsx";
import { useCreateWhatsapp } from "./api.ts";

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

export function WebhookCard() {
  const { origin } = window.location;
  const organizationId = useOrganizationId();
  const address = `${origin}/api/whatsapp/webhook/${organizationId}`;
  return (
    <Card
      title="Webhook configuration"
      description="Tell Meta where to deliver messages."
      inner="grid gap-4 text-sm"
    >
      <div>
        <h3 className="font-sans font-semibold">Webhook URL</h3>
        <div className="mt-2 rounded-xl bg-sunken px-4 py-3">
          <CodeToCopy text={address} what="the webhook URL" />
        </div>
      </div>
      <ol className="grid list-decimal gap-1.5 pl-5 text-ink-soft marker:font-semibold">
        <li>In Meta, open your app and choose WhatsApp, then Configuration.</li>
        <li>Paste the webhook URL above as the callback URL.</li>
        <li>Enter the same verify token that you chose here.</li>
        <li>Choose Verify and save, then subscribe to the field “messages”.</li>
        <li>Send a message to your number. The answer comes from your external documents.</li>
      </ol>
      {!origin.startsWith("https:") && (
        <p className="rounded-xl bg-ochre-tint px-4 py-3 text-ochre-ink">
          Meta needs an https:// address. Set PUBLIC_URL first.
        </p>
      )}
    </Card>
  );
}
