import { Plug } from "lucide-react";
import type { WhatsappIntegrationCreate } from "../../../contract/whatsapp.ts";
import { useMay } from "../../current-organization.tsx";
import { sentenceOf } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField, SecretField } from "../../ui/field.tsx";
import { Form, Refusal, fieldTexts, filledTexts } from "../../ui/form.tsx";
import { useCreateWhatsapp } from "./api.ts";

/** Connects a number, for those who may. The fields are checked by the server only. */
export function SetupForm() {
  const create = useCreateWhatsapp();

  if (!useMay("manage the WhatsApp integration")) return null;

  return (
    <Card title="Setup" description="You'll find these values in your Meta app.">
      <Form
        noValidate
        onSubmit={(form) => create.mutate(integrationOf(form), { onSuccess: () => form.reset() })}
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
        <details>
          <summary className="w-fit cursor-pointer rounded-sm text-sm font-semibold text-accent-text">
            Advanced
          </summary>
          <div className="mt-3">
            <SecretField
              label="App secret"
              optional
              hint="The app secret from Meta, which proves that messages come from Meta. Leave empty to use the server's."
              name="appSecret"
            />
          </div>
        </details>
        <Refusal>{sentenceOf(create.error)}</Refusal>
        <Button type="submit" pending={create.isPending} className="justify-self-start" icon={Plug}>
          Create integration
        </Button>
      </Form>
    </Card>
  );
}

function integrationOf(form: HTMLFormElement): WhatsappIntegrationCreate {
  const required = ["businessName", "phoneNumberId", "accessToken", "webhookVerifyToken"] as const;
  return { ...fieldTexts(form, required), ...filledTexts(form, ["appSecret"]) };
}
