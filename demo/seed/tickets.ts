import { setTimeout as delay } from "node:timers/promises";
import type { TicketDetail, TicketStatus } from "../../contract/tickets.ts";
import type { Database } from "../../server/database/database.ts";
import { withTenant } from "../../server/database/database.ts";
import { each, type Api } from "./http.ts";
import { days, hours, moveIntoPast } from "./past.ts";

interface DemoTicket {
  title: string;
  description: string;
  category: "technical" | "billing" | "general" | "feature_request";
  priority: "urgent" | "high" | "medium" | "low";
  customerName: string;
  customerEmail?: string;
  customerPhone?: string;
  status: TicketStatus;
  secondsAgo: number;
  /** The reply of staff to the customer. */
  reply?: string;
  note?: string;
}

/** Oldest first, so that their numbers ascend. */
const tickets: DemoTicket[] = [
  {
    title: "Invoice shows another company's VAT number",
    description: "I need a corrected tax invoice for order TH-20418 before month end.",
    category: "billing",
    priority: "high",
    customerName: "Pieter van der Merwe",
    customerEmail: "pieter@vdmbuilders.example",
    customerPhone: "+27 83 555 0117",
    status: "closed",
    secondsAgo: days(24),
    reply: "The corrected invoice is on its way to you by email. Sorry for the trouble!",
  },
  {
    title: "Side burner does not light",
    description: "The side burner of my gas braai clicks but does not light. The other burners work.",
    category: "technical",
    priority: "medium",
    customerName: "Thandi Nkosi",
    customerPhone: "+27 82 555 0142",
    status: "resolved",
    secondsAgo: days(11),
    note: "Spider's nest in the venturi tube again; third one this summer.",
    reply:
      "Please take the burner out and clean its tube with a bottle brush. Call us if it still does not light.",
  },
  {
    title: "Do you sell gift cards in other amounts?",
    description: "We would like 40 gift cards of R 350 for our staff.",
    category: "general",
    priority: "low",
    customerName: "Refilwe Mahlangu",
    customerEmail: "refilwe@brightminds.example",
    status: "resolved",
    secondsAgo: days(7),
    reply: "We do: any amount from R 100. I have reserved 40 cards of R 350 for you.",
  },
  {
    title: "Charged twice for one order",
    description: "My card was charged twice for order TH-20977. When do I get the second payment back?",
    category: "billing",
    priority: "urgent",
    customerName: "Sibusiso Dlamini",
    customerEmail: "sibusiso.dlamini@post.example",
    customerPhone: "+27 72 555 0189",
    status: "in_progress",
    secondsAgo: days(2),
    note: "Bank confirms the second authorisation was never settled. Waiting for their letter.",
  },
  {
    title: "Wheelbarrow arrived without bolts",
    description: "The wheelbarrow came without the bag of bolts. Can you send one to Upington?",
    category: "technical",
    priority: "medium",
    customerName: "Annelie Botha",
    customerPhone: "+27 84 555 0126",
    status: "in_progress",
    secondsAgo: hours(30),
  },
  {
    title: "Please let me change the delivery date online",
    description: "I had to telephone to move my delivery by a day. A link in the email would be nicer.",
    category: "feature_request",
    priority: "low",
    customerName: "Kagiso Molefe",
    customerEmail: "kagiso.molefe@post.example",
    status: "open",
    secondsAgo: hours(9),
  },
  {
    title: "How long do I have to return the patio set?",
    description: "I bought a patio set last week and it is too big. How long do I have to return it unused?",
    category: "general",
    priority: "medium",
    customerName: "Naledi Khumalo",
    customerEmail: "naledi@khumalo.example",
    customerPhone: "+27 71 555 0158",
    status: "open",
    secondsAgo: hours(1),
  },
];

const draftTimeoutMs = 5_000;

/** Creates tickets in every state; the newest has a draft that is ready to be sent. */
export async function seedTickets(api: Api, db: Database, organizationId: string): Promise<void> {
  const ids: string[] = [];
  for (const { status: _status, secondsAgo: _ago, reply: _reply, note: _note, ...form } of tickets) {
    const made = await api.call<{ id: string }>("POST", `/api/organizations/${organizationId}/tickets`, form);
    ids.push(made.id);
  }
  await each(tickets, async ({ status, reply, note }, index) => {
    const path = `/api/tickets/${ids[index]}`;
    await waitForDraft(api, path);
    if (note !== undefined) await api.call("POST", `${path}/messages`, { kind: "note", content: note });
    if (reply !== undefined) await api.call("POST", `${path}/messages`, { kind: "reply", content: reply });
    if (status !== "open") await api.call("PUT", `${path}/status`, { status });
  });
  await withTenant(db, organizationId, async (trx) => {
    for (const [index, { secondsAgo }] of tickets.entries())
      await moveIntoPast(trx, "ticket", ids[index] ?? "", secondsAgo);
  });
}

/** Waits until the assistant has written its draft. */
async function waitForDraft(api: Api, path: string): Promise<void> {
  const deadline = Date.now() + draftTimeoutMs;
  while (Date.now() < deadline) {
    const { draft } = await api.call<TicketDetail>("GET", path);
    if (draft === null || draft.state !== "writing") return;
    await delay(50);
  }
}
