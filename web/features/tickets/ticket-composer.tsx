import { clsx } from "clsx";
import { type FormEvent, useState } from "react";
import type { TicketMessageCreate } from "../../../contract/tickets.ts";
import { Button } from "../../ui/button.tsx";
import { type TicketOf, useAddMessage } from "./api.ts";

type Kind = TicketMessageCreate["kind"];

const kinds: Record<Kind, { label: string; placeholder: string; hint: string; submit: string }> = {
  reply: {
    label: "Reply",
    placeholder: "Write to the customer...",
    hint: "Sent in the conversation. If there isn't one, sent by email.",
    submit: "Send reply",
  },
  note: {
    label: "Note",
    placeholder: "Write to your colleagues...",
    hint: "Only your team sees notes.",
    submit: "Add note",
  },
  customer: {
    label: "From the customer",
    placeholder: "What did the customer write or say?",
    hint: "The assistant will draft a reply.",
    submit: "Add message",
  },
};

const messageMaxLength = 20_000;

/** Where staff reply, note something, or put down what the customer wrote. */
export function TicketComposer(ticket: TicketOf) {
  const add = useAddMessage(ticket);
  const [kind, setKind] = useState<Kind>("reply");
  const [text, setText] = useState("");
  const content = text.trim();
  const words = kinds[kind];

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (content === "" || add.isPending) return;
    setText("");
    // What could not be added is given back, unless something new has been written since.
    add.mutate({ kind, content }, { onError: () => setText((current) => current || content) });
  }

  return (
    <form onSubmit={submit} className="grid gap-3 border-t border-line p-4 sm:px-6">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Message type</legend>
        {Object.entries(kinds).map(([value, { label }]) => (
          <label
            key={value}
            className={clsx(
              "cursor-pointer rounded-full border px-3.5 py-1.5 text-sm font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
              value === kind
                ? "border-accent bg-accent text-on-accent"
                : "border-line-strong/60 text-ink-soft hover:text-ink",
            )}
          >
            <input
              type="radio"
              name="kind"
              value={value}
              checked={value === kind}
              onChange={() => setKind(value as Kind)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <textarea
        rows={3}
        aria-label={words.label}
        aria-describedby="composer-hint"
        placeholder={words.placeholder}
        maxLength={messageMaxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="field-sizing-content max-h-80 min-h-20 w-full resize-none rounded-xl border border-line-strong bg-surface px-3.5 py-2 text-base placeholder:text-ink-soft"
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id="composer-hint" className="text-xs text-ink-soft">
          {words.hint}
        </p>
        <Button type="submit" pending={add.isPending} disabled={content === ""}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}
