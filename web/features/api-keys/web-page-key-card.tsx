import { KeyRound } from "lucide-react";
import type { FormEvent } from "react";
import { RequestError } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { fieldText } from "../../ui/field-text.ts";
import { Field, Input, Textarea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCreateApiKey } from "./api.ts";
import { NewKey } from "./new-key.tsx";

interface WebPageKeyCardProps {
  organizationId: string;
  /** Given the key once it is made: it is not told again. */
  onCreated: (key: string) => void;
}

/** Makes a key for web pages, whose visitors can all read it: it asks what customers may know. */
export function WebPageKeyCard({ organizationId, onCreated }: WebPageKeyCardProps) {
  const create = useCreateApiKey(organizationId);
  const refusal = create.error instanceof RequestError ? create.error.sentence : null;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const name = fieldText(form, "name").trim();
    const allowedOrigins = fieldText(form, "origins").split(/\s+/u).filter(Boolean);
    if (name === "") {
      toast({
        title: "Name Required",
        description: "Please enter a name for the API key",
        variant: "destructive",
      });
      return;
    }
    if (allowedOrigins.length === 0) {
      toast({
        title: "Site required",
        description: "Enter the address of the site that will use the key",
        variant: "destructive",
      });
      return;
    }
    create.mutate(
      { name, permissions: { internal: false, external: true }, allowedOrigins },
      {
        onSuccess: ({ key }) => {
          form.reset();
          onCreated(key);
        },
      },
    );
  }

  return (
    <Card>
      <CardHeader
        title="Key for web pages"
        description="Anyone who visits your page can read its key. This key can query external documents only, and only from the sites you list."
      />
      <form noValidate onSubmit={submit} className="grid gap-4 p-5 sm:p-6">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Name">
            {(ids) => (
              <Input
                {...ids}
                name="name"
                maxLength={100}
                autoComplete="off"
                placeholder="For example, Web shop"
              />
            )}
          </Field>
          <Field label="Sites" hint="One address per line.">
            {(ids) => <Textarea {...ids} name="origins" rows={2} placeholder="https://www.example.com" />}
          </Field>
        </div>
        <Button type="submit" pending={create.isPending} className="w-fit">
          {!create.isPending && <KeyRound aria-hidden className="size-4" />}
          Create key for web pages
        </Button>
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
