import { TextareaField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { fieldText } from "../../ui/form.tsx";
import { ApiKeyForm } from "./api-key-form.tsx";

interface WebPageKeyCardProps {
  organizationId: string;
  /** Called with the new key, which the server does not tell again. */
  onCreated: (key: string) => void;
}

/** Creates a key for web pages. Every visitor can read it, so it reaches external documents only. */
export function WebPageKeyCard({ organizationId, onCreated }: WebPageKeyCardProps) {
  return (
    <ApiKeyForm
      organizationId={organizationId}
      title="Key for web pages"
      description="Anyone who visits your page can read its key. This key can query external documents only, and only from the sites you list."
      placeholder="For example, Web shop"
      submitLabel="Create key for web pages"
      settingsOf={(form) => {
        const allowedOrigins = fieldText(form, "origins").split(/\s+/u).filter(Boolean);
        if (allowedOrigins.length > 0) {
          return { permissions: { internal: false, external: true }, allowedOrigins };
        }
        toast({
          title: "Site required",
          description: "Enter the address of the site that will use the key",
          variant: "destructive",
        });
        return null;
      }}
      onCreated={onCreated}
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
