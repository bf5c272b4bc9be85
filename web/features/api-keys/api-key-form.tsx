import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import type { ApiKeyCreate } from "../../../contract/api-keys.ts";
import { sentenceOf } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { InputField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { Form, Refusal, fieldText } from "../../ui/form.tsx";
import { useCreateApiKey } from "./api.ts";

interface ApiKeyFormProps {
  organizationId: string;
  title: string;
  description: string;
  /** An example of a name. */
  placeholder: string;
  submitLabel: string;
  /** More fields, beside the name. */
  children: ReactNode;
  /** The other settings in the form; null if one is missing, which `settingsOf` then says itself. */
  settingsOf: (form: HTMLFormElement) => Omit<ApiKeyCreate, "name"> | null;
  /** Called with the new key, which the server does not tell again. */
  onCreated?: (key: string) => void;
}

/** A form that creates an API key and shows it once. */
export function ApiKeyForm(props: ApiKeyFormProps) {
  const { organizationId, title, description, placeholder, submitLabel, children, settingsOf } = props;
  const create = useCreateApiKey(organizationId);

  function submit(form: HTMLFormElement): void {
    const name = fieldText(form, "name").trim();
    if (name === "") {
      toast({
        title: "Name Required",
        description: "Please enter a name for the API key",
        variant: "destructive",
      });
      return;
    }
    const settings = settingsOf(form);
    if (settings === null) return;
    create.mutate(
      { name, ...settings },
      {
        onSuccess: ({ key }) => {
          form.reset();
          props.onCreated?.(key);
        },
      },
    );
  }

  return (
    <Card>
      <CardHeader title={title} description={description} />
      <Form noValidate onSubmit={submit} className="grid gap-4 p-5 sm:p-6">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <InputField label="Name" name="name" maxLength={100} autoComplete="off" placeholder={placeholder} />
          {children}
        </div>
        <Button type="submit" pending={create.isPending} className="w-fit" icon={KeyRound}>
          {submitLabel}
        </Button>
        <Refusal>{sentenceOf(create.error)}</Refusal>
        {create.data && <NewKey name={create.data.name} value={create.data.key} />}
      </Form>
    </Card>
  );
}

/** A new key, which is shown only this once. */
function NewKey({ name, value }: { name: string; value: string }) {
  return (
    <div role="status" className="rounded-xl bg-fynbos-tint p-4 text-sm text-fynbos-ink">
      <p className="font-semibold">
        Your new key “{name}”. Store it somewhere safe. It will not be shown again.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="min-w-0 flex-1 basis-56 font-mono text-xs break-all">{value}</code>
        <CopyButton
          text={value}
          what="the API key"
          onCopied={() => toast({ title: "API Key Copied", description: "The key is on your clipboard." })}
        />
      </div>
    </div>
  );
}
