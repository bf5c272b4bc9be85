import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import type { ApiKeyCreate, ApiKeyCreated } from "../../../contract/api-keys.ts";
import { dayMs } from "../../../contract/limits.ts";
import { serverMessage } from "../../request.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ShownOnce } from "../../ui/copy-button.tsx";
import { InputField, SelectField, TextareaField } from "../../ui/field.tsx";
import { Advanced, Form, ErrorText, fieldText } from "../../ui/form.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCreateApiKey } from "./api.ts";

const lifetimes = [
  { label: "Never", value: "" },
  { label: "In 30 days", value: "30" },
  { label: "In 90 days", value: "90" },
  { label: "In a year", value: "365" },
];

/** Creates a key for a server or an app. It can query internal and external documents. */
export function CreateKeyForm() {
  return (
    <ApiKeyForm
      title="Create API key"
      description="For your own server or app. It can query internal and external documents, so never put it in a web page. For web pages, create a key under Webhooks."
      placeholder="For example, Intranet"
      submitLabel="Create API key"
      settingsOf={(form) => {
        const days = Number(fieldText(form, "lifetime"));
        return {
          permissions: { internal: true, external: true },
          ...(days > 0 ? { expiresAt: new Date(Date.now() + days * dayMs).toISOString() } : {}),
        };
      }}
    >
      <div className="sm:col-span-2">
        <Advanced className="mt-3 grid items-start gap-4 sm:grid-cols-2">
          <SelectField label="Expires" name="lifetime" defaultValue="" options={lifetimes} />
        </Advanced>
      </div>
    </ApiKeyForm>
  );
}

/** Creates a key for web pages. Every visitor can read it, so it can query external documents only. */
export function WebPageKeyCard(props: Pick<ApiKeyFormProps, "onCreated">) {
  return (
    <ApiKeyForm
      {...props}
      title="Key for web pages"
      description="Anyone who visits your page can read its key. This key can query external documents only, and only from the sites you list."
      placeholder="For example, Web shop"
      submitLabel="Create key for web pages"
      settingsOf={(form) => ({
        permissions: { internal: false, external: true },
        allowedOrigins: fieldText(form, "origins").split(/\s+/u).filter(Boolean),
      })}
    >
      <TextareaField
        label="Sites"
        hint="One address per line."
        name="origins"
        rows={2}
        placeholder="https://www.example.com"
      />
    </ApiKeyForm>
  );
}

interface ApiKeyFormProps {
  title: string;
  description: string;
  placeholder: string;
  submitLabel: string;
  children: ReactNode;
  /** The settings in the form besides the name. Sites, if there is a field for them, are required. */
  settingsOf: (form: HTMLFormElement) => Omit<ApiKeyCreate, "name">;
  /** Called with the new key, which the server never returns again. */
  onCreated?: (key: string) => void;
}

/** A form that creates an API key and shows it once. */
function ApiKeyForm(props: ApiKeyFormProps) {
  const { title, description, placeholder, submitLabel, children, settingsOf } = props;
  const create = useCreateApiKey();

  function submit(form: HTMLFormElement): void {
    const name = fieldText(form, "name").trim();
    if (name === "") return requireInput("Name Required", "Please enter a name for the API key");
    const settings = settingsOf(form);
    if (settings.allowedOrigins?.length === 0)
      return requireInput("Site required", "Enter the address of the site that will use the key");
    const onSuccess = ({ key }: ApiKeyCreated): void => {
      form.reset();
      props.onCreated?.(key);
    };
    create.mutate({ name, ...settings }, { onSuccess });
  }

  return (
    <Card title={title} description={description}>
      <Form noValidate onSubmit={submit} className="grid gap-4 p-5 sm:p-6">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <InputField label="Name" name="name" maxLength={100} autoComplete="off" placeholder={placeholder} />
          {children}
        </div>
        <SubmitButton label={submitLabel} pending={create.isPending} className="w-fit" icon={KeyRound} />
        <ErrorText>{serverMessage(create.error)}</ErrorText>
        {create.data && (
          <ShownOnce
            text={create.data.key}
            what="the API key"
            onCopied={() => toast({ title: "API Key Copied", description: "The key is on your clipboard." })}
          >
            Here is your new key “{create.data.name}”. Store it somewhere safe. It will not be shown again.
          </ShownOnce>
        )}
      </Form>
    </Card>
  );
}

function requireInput(title: string, description: string): void {
  toast({ title, description, variant: "destructive" });
}
