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
  of: "conversation" | "ticket";
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

const belongings = {
  conversation: "Its messages, files and ratings and the tickets opened from it",
  ticket: "Its messages, drafts and rating, but not the conversation that it was opened from,",
};

function PersonalDataDialog({ of, id, onClose }: PersonalDataProps & { onClose: () => void }) {
  const path = `/api/${of}s/${id}`;
  const customer = useCustomer(path);
  return (
    <Dialog onClose={onClose} title="Personal data" className="sm:w-[32rem]">
      <div className="grid divide-y divide-line overflow-y-auto">
        <Section title={`This ${of}`} text={`${belongings[of].replace(/,$/, "")}.`}>
          <EraseButton
            of={of}
            path={path}
            what={`this ${of}`}
            belongings={belongings[of]}
            onErased={onClose}
          />
        </Section>
        <QueryState query={customer} what="the customer's data" skeleton="m-5 h-24" />
        {customer.data && <Customer of={of} path={path} customer={customer.data} onErased={onClose} />}
      </div>
    </Dialog>
  );
}

interface CustomerProps extends Pick<PersonalDataProps, "of"> {
  path: string;
  customer: CustomerData;
  onErased: () => void;
}

/** How much there is, such as "1 conversation, 2 tickets, 0 ratings". */
const amountOf = ({ conversations, tickets, ratings }: CustomerData): string =>
  [
    counted(conversations.length, "conversation"),
    counted(tickets.length, "ticket"),
    counted(ratings.length, "rating"),
  ].join(", ");

function Customer({ of, path, customer, onErased }: CustomerProps) {
  const names = [...customer.phones, ...customer.emails].join(", ");
  const amount = amountOf(customer);
  return (
    <Section
      title="This customer"
      text={names ? `${names}: ${amount}.` : `No phone number or email address is known. ${amount}.`}
    >
      <Button
        size="small"
        label="Export"
        onClick={() => saveFile(JSON.stringify(customer, null, 2), { name: "customer-data", type: "json" })}
      />
      {names && (
        <EraseButton
          of={of}
          path={`${path}/customer`}
          what="this customer's data"
          belongings={`Everything that names ${names} (${amount})`}
          onErased={onErased}
        />
      )}
    </Section>
  );
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

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

interface EraseButtonProps extends Pick<PersonalDataProps, "of"> {
  path: string;
  what: string;
  belongings: string;
  onErased: () => void;
}

/** Deletes what has this path, then shows the list. */
function EraseButton({ of, path, what, belongings: gone, onErased }: EraseButtonProps) {
  const [, navigate] = useLocation();
  const erase = useErase(() => {
    onErased();
    navigate(of === "ticket" ? paths.tickets : paths.inbox);
  });
  return (
    <ConfirmedButton
      size="small"
      title={`Delete ${what}?`}
      description={`${gone} will be deleted for everyone. You cannot undo this.`}
      confirmLabel={`Delete ${what}`}
      pending={erase.isPending}
      onConfirm={(options) => erase.mutate(path, options)}
    />
  );
}
