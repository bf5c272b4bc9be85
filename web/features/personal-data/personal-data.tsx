import { ShieldUser } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { paths } from "../../../contract/screens.ts";
import type { CustomerData } from "../../../contract/personal-data.ts";
import { useMay } from "../../current-organization.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmedButton, Dialog } from "../../ui/dialog.tsx";
import { QueryState } from "../../ui/query-list.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useCustomer, useErase } from "./api.ts";

interface PersonalDataProps {
  subject: "conversation" | "ticket";
  id: string;
}

/** A button with a dialog to delete a conversation or ticket, and to export or delete everything of its customer. */
export function PersonalData(props: PersonalDataProps) {
  const [open, setOpen] = useState(false);
  if (!useMay("manage personal data")) return null;
  return (
    <>
      <Tooltip content="Personal data">
        <IconButton icon={ShieldUser} label="Personal data" onClick={() => setOpen(true)} />
      </Tooltip>
      {open && <PersonalDataDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const consequences = {
  conversation:
    "This deletes the conversation with its messages, files and ratings, and the tickets opened from it.",
  ticket:
    "This deletes the ticket with its messages, drafts and rating. The conversation that it was opened from stays.",
};

function PersonalDataDialog({ subject, id, onClose }: PersonalDataProps & { onClose: () => void }) {
  const path = `/api/${subject}s/${id}`;
  const customer = useCustomer(path);
  const [, navigate] = useLocation();
  const showList = (): void => {
    onClose();
    navigate(subject === "ticket" ? paths.tickets : paths.inbox);
  };
  return (
    <Dialog onClose={onClose} title="Personal data" className="sm:w-[32rem]">
      <div className="grid divide-y divide-line overflow-y-auto">
        <Section title={`This ${subject}`} text={consequences[subject]}>
          <EraseButton
            path={path}
            what={`this ${subject}`}
            consequence={consequences[subject]}
            onErased={showList}
          />
        </Section>
        <QueryState query={customer} what="the customer's data" skeleton="m-5 h-24" />
        {customer.data && <Customer path={`${path}/customer`} data={customer.data} onErased={showList} />}
      </div>
    </Dialog>
  );
}

/** How much there is, such as "1 conversation, 2 tickets, 0 ratings". */
function amountOf({ conversations, tickets, ratings }: CustomerData): string {
  const amounts = { conversation: conversations, ticket: tickets, rating: ratings };
  return Object.entries(amounts)
    .map(([what, { length }]) => `${length} ${what}${length === 1 ? "" : "s"}`)
    .join(", ");
}

function Customer({ data, path, onErased }: { data: CustomerData; path: string; onErased: () => void }) {
  const names = [...data.phones, ...data.emails].join(", ");
  const amount = amountOf(data);
  return (
    <Section
      title="This customer"
      text={names ? `${names}: ${amount}.` : `No phone number or email address is known. ${amount}.`}
    >
      <Button
        size="small"
        label="Export"
        onClick={() => saveFile(JSON.stringify(data, null, 2), { name: "customer-data", type: "json" })}
      />
      {names && (
        <EraseButton
          path={path}
          what="this customer's data"
          consequence={`This deletes everything that names ${names} (${amount}).`}
          onErased={onErased}
        />
      )}
    </Section>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 p-5 text-sm">
      <div>
        <h3 className="font-sans font-semibold">{title}</h3>
        <p className="text-ink-soft wrap-anywhere">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  );
}

interface EraseButtonProps {
  path: string;
  what: string;
  /** A sentence. */
  consequence: string;
  onErased: () => void;
}

/** Deletes what has this path. */
function EraseButton({ path, what, consequence, onErased }: EraseButtonProps) {
  const erase = useErase(onErased);
  return (
    <ConfirmedButton
      size="small"
      title={`Delete ${what}?`}
      description={`${consequence} You cannot undo this.`}
      confirmLabel={`Delete ${what}`}
      pending={erase.isPending}
      onConfirm={(options) => erase.mutate(path, options)}
    />
  );
}
