import { SelectField } from "../../ui/field.tsx";
import { fieldText } from "../../ui/form.tsx";
import { ApiKeyForm } from "./api-key-form.tsx";

const dayMs = 86_400_000;
const lifetimes = [
  { label: "Never", value: "" },
  { label: "In 30 days", value: "30" },
  { label: "In 90 days", value: "90" },
  { label: "In a year", value: "365" },
];

/** Creates a key for a server or an app, which reaches internal and external documents. */
export function CreateKeyForm({ organizationId }: { organizationId: string }) {
  return (
    <ApiKeyForm
      organizationId={organizationId}
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
      <Advanced />
    </ApiKeyForm>
  );
}

function Advanced() {
  return (
    <details className="sm:col-span-2">
      <summary className="w-fit cursor-pointer rounded-sm text-sm font-semibold text-accent-text">
        Advanced
      </summary>
      <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
        <SelectField label="Expires" name="lifetime" defaultValue="" options={lifetimes} />
      </div>
    </details>
  );
}
