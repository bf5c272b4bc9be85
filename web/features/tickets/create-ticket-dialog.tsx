import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { RequestError } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { fieldText } from "../../ui/field-text.ts";
import { Field, Input, Select, Textarea } from "../../ui/field.tsx";
import { type TicketFields, useCreateTicket } from "./api.ts";
import { categoryLabels, optionsOf, priorityBadges } from "./ticket-labels.ts";

/** The button and the dialog that it opens. */
export function CreateTicketDialog({ organizationId }: { organizationId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-5" />
        Create Ticket
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Create Ticket" className="sm:w-[36rem]">
        <TicketForm organizationId={organizationId} onCreated={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface TicketFormProps {
  organizationId: string;
  onCreated: () => void;
}

/** Nothing is required. The form is a new one each time that the dialog opens. */
function TicketForm({ organizationId, onCreated }: TicketFormProps) {
  const create = useCreateTicket(organizationId);
  const refusal = create.error instanceof RequestError ? create.error.sentence : null;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    create.mutate(fieldsOf(event.currentTarget), { onSuccess: onCreated });
  }

  return (
    <form onSubmit={submit} className="grid gap-4 overflow-y-auto p-5">
      <Field label="Title">{(ids) => <Input {...ids} name="title" autoComplete="off" />}</Field>
      <Field label="Description">{(ids) => <Textarea {...ids} name="description" rows={4} />}</Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Category">
          {(ids) => (
            <Select {...ids} name="category" defaultValue="">
              <option value="">Select category</option>
              {Object.entries(categoryLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Priority">
          {(ids) => (
            <Select {...ids} name="priority" defaultValue="medium">
              {optionsOf(priorityBadges).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="Customer Name">
        {(ids) => <Input {...ids} name="customerName" autoComplete="off" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Customer Email">
          {(ids) => <Input {...ids} name="customerEmail" type="email" autoComplete="off" />}
        </Field>
        <Field label="Customer Phone">
          {(ids) => (
            <Input
              {...ids}
              name="customerPhone"
              type="tel"
              autoComplete="off"
              placeholder="+27 82 123 4567"
            />
          )}
        </Field>
      </div>
      {refusal && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {refusal}
        </p>
      )}
      <Button type="submit" pending={create.isPending} className="justify-self-end">
        {create.isPending ? "Creating..." : "Create Ticket"}
      </Button>
    </form>
  );
}

function fieldsOf(form: HTMLFormElement): TicketFields {
  return {
    title: fieldText(form, "title"),
    description: fieldText(form, "description"),
    category: fieldText(form, "category") as TicketFields["category"],
    priority: fieldText(form, "priority") as TicketFields["priority"],
    customerName: fieldText(form, "customerName"),
    customerEmail: fieldText(form, "customerEmail"),
    customerPhone: fieldText(form, "customerPhone"),
  };
}
