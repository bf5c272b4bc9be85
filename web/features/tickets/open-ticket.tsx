import { LifeBuoy, Plus } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../current-organization.tsx";
import { optionsOf } from "../../ui/badge.tsx";
import { Button, MutationButton } from "../../ui/button.tsx";
import { InputField, SelectField, TextareaField } from "../../ui/field.tsx";
import { FormDialog, formTexts } from "../../ui/form.tsx";
import { useCreateTicket, useHandOff } from "./api.ts";
import { categoryBadges, priorityBadges } from "./ticket-badges.tsx";

export function CreateTicketDialog() {
  const [open, setOpen] = useState(false);
  if (!useMay("work on tickets")) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} icon={Plus} label="Create Ticket" />
      {open && <TicketDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const categories = [{ value: "", label: "Select category" }, ...optionsOf(categoryBadges)];

/** The form of a new ticket. No field is required. */
function TicketDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateTicket();
  return (
    <FormDialog
      title="Create Ticket"
      className="sm:w-[36rem]"
      submitLabel={create.isPending ? "Creating..." : "Create Ticket"}
      mutation={create}
      onSubmit={(form) => create.mutate(formTexts(form), { onSuccess: onClose })}
      onClose={onClose}
    >
      <InputField label="Title" name="title" autoComplete="off" />
      <TextareaField label="Description" name="description" rows={4} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Category" name="category" defaultValue="" options={categories} />
        <SelectField
          label="Priority"
          name="priority"
          defaultValue="medium"
          options={optionsOf(priorityBadges)}
        />
      </div>
      <InputField label="Customer Name" name="customerName" autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="Customer Email" name="customerEmail" type="email" autoComplete="off" />
        <InputField
          label="Customer Phone"
          name="customerPhone"
          type="tel"
          autoComplete="off"
          placeholder="+27 82 123 4567"
        />
      </div>
    </FormDialog>
  );
}

export function HandOff({ sessionId, variant }: { sessionId: string; variant: "ghost" | "secondary" }) {
  const handOff = useHandOff(sessionId);
  if (handOff.data) {
    // The conversation itself also shows the hand-off, with a link to the ticket.
    return (
      <span role="status" className="text-sm">
        Handed off: {handOff.data.ticketNumber}
      </span>
    );
  }
  return (
    <MutationButton variant={variant} size="small" mutation={handOff} icon={LifeBuoy}>
      <span className={variant === "ghost" ? "max-sm:sr-only" : undefined}>Hand off to a person</span>
    </MutationButton>
  );
}
