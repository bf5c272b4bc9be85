import { KeyRound } from "lucide-react";
import type { FormEvent } from "react";
import type { ApiKeyCreate } from "../../../contract/api-keys.ts";
import { RequestError } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { fieldText } from "../../ui/field-text.ts";
import { Field, Input, Select } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCreateApiKey } from "./api.ts";
import { NewKey } from "./new-key.tsx";

const dayMs = 86_400_000;
const lifetimes = [
  { label: "Never", days: "" },
  { label: "In 30 days", days: "30" },
  { label: "In 90 days", days: "90" },
  { label: "In a year", days: "365" },
];

/** Makes a key, and shows it this once. */
export function CreateKeyForm({ organizationId }: { organizationId: string }) {
  const create = useCreateApiKey(organizationId);
  const refusal = create.error instanceof RequestError ? create.error.sentence : null;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const key = keyOf(form);
    if (key.name === "") {
      toast({
        title: "Name Required",
        description: "Please enter a name for the API key",
        variant: "destructive",
      });
      return;
    }
    create.mutate(key, { onSuccess: () => form.reset() });
  }

  return (
    <Card>
      <CardHeader
        title="Create API key"
        description="For your own server or app. It can query internal and external documents, so never put it in a web page. For web pages, create a key under Webhooks."
      />
      <form noValidate onSubmit={submit} className="grid gap-4 p-5 sm:p-6">
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Field label="Name">
            {(ids) => (
              <Input
                {...ids}
                name="name"
                maxLength={100}
                autoComplete="off"
                placeholder="For example, Intranet"
              />
            )}
          </Field>
          <Button type="submit" pending={create.isPending} className="sm:mt-7.5">
            {!create.isPending && <KeyRound aria-hidden className="size-4" />}
            Create API key
          </Button>
        </div>
        <Advanced />
        {refusal && (
          <p role="alert" className="text-sm font-medium text-danger-ink">
            {refusal}
          </p>
        )}
        {create.data && <NewKey name={create.data.name} value={create.data.key} />}
      </form>
    </Card>
  );
}

function Advanced() {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-sm font-semibold text-accent-text">
        Advanced
      </summary>
      <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
        <Field label="Expires">
          {(ids) => (
            <Select {...ids} name="lifetime" defaultValue="">
              {lifetimes.map(({ label, days }) => (
                <option key={label} value={days}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </details>
  );
}

/** What the form says. Keys made here may ask both kinds of documents. */
function keyOf(form: HTMLFormElement): ApiKeyCreate {
  const days = Number(fieldText(form, "lifetime"));
  return {
    name: fieldText(form, "name").trim(),
    permissions: { internal: true, external: true },
    ...(days > 0 ? { expiresAt: new Date(Date.now() + days * dayMs).toISOString() } : {}),
  };
}
