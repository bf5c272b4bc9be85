import type { TicketDraft, TicketDraftSend, TicketMessage } from "../../../contract/tickets.ts";
import { Audience } from "../../../contract/common.ts";
import type { DraftTicketReplyJob } from "../../../contract/jobs.ts";
import { maxQuestionLength } from "../../../contract/limits.ts";
import type { Context } from "../../context.ts";
import { equals, inTenant, withTenant, type Transaction } from "../../database/database.ts";
import { rowId, updateRows } from "../../database/rows.ts";
import { inUnitOfWork, type UnitOfWork } from "../../database/unit-of-work.ts";
import { conflict } from "../../errors.ts";
import type { Events } from "../../events.ts";
import type { JobHandler } from "../../jobs.ts";
import type { EarlierMessage } from "../../language/follow-up.ts";
import type { Answer } from "../../answering/answer.ts";
import { maxHistoryMessages } from "../../conversations/answer-turn.ts";
import { startDraft } from "../../conversations/hand-off/open-ticket.ts";
import { untitledTicket } from "../../conversations/hand-off/ticket-number.ts";
import { readNewestDraft, readThread, addToThread } from "./ticket.ts";
import { lockTicket, type LockedTicket, type TicketKey } from "./lock-ticket.ts";

export type DraftTools = Pick<Context, "assistant" | "db" | "events" | "jobs" | "mail" | "questions">;

/** Requests a draft for the customer's last message. Throws not_found, or nothing_to_answer. */
export async function redraft(trx: Transaction, tools: DraftTools, key: TicketKey): Promise<TicketDraft> {
  const ticket = await lockTicket(trx, key);
  const thread = await readThread(trx, key, { limit: maxHistoryMessages });
  const question = thread.findLast(({ kind }) => kind === "customer")?.content ?? questionOf(ticket);
  if (question === "") {
    throw conflict(
      "nothing_to_answer",
      "This ticket has no question to answer yet. Add the customer's message first.",
    );
  }
  await startDraft(trx, tools, key, question);
  await tools.events.publish(trx, key.organizationId, { type: "ticket.drafted", id: key.ticketId });
  const draft = await readNewestDraft(trx, key);
  if (draft === null) throw new Error("the draft is gone");
  return draft;
}

/** The job that writes a draft. No transaction is open while a language model generates it. */
export function draftJob(tools: DraftTools): JobHandler<"ticket.draft"> {
  const { db, events } = tools;
  return {
    async run(job, { signal }) {
      const write = async (work: UnitOfWork): Promise<void> => {
        const request = await work.run((trx) => readRequest(trx, job));
        if (request === null) return;
        const { answer } = await tools.assistant.answerTurn(work, request, { signal });
        // The job was aborted meanwhile; another worker runs it again.
        if (signal.aborted || answer === null) return;
        await work.run((trx) => finishDraft(trx, events, job, toRow(answer)));
      };
      await tools.questions.run(
        job.organizationId,
        (outside) => inUnitOfWork(db, job.organizationId, write, outside),
        { mayBeRefused: false },
      );
    },
    exhausted: (job) =>
      withTenant(db, job.organizationId, (trx) => finishDraft(trx, events, job, { state: "failed" })),
  };
}

function toRow({ kind, content, confidence, answered, sources, engine, fallback }: Answer) {
  return {
    state: "ready" as const,
    // "The documents don't know" is no reply to a customer.
    content: kind === "answer" || kind === "small_talk" ? content : null,
    confidence: kind === "answer" ? confidence : null,
    answered,
    sources: JSON.stringify(sources),
    engine,
    fallback: fallback ?? null,
  };
}

/** Null when the draft is not needed any more. */
async function readRequest(trx: Transaction, { organizationId, ticketId, draftId }: DraftTicketReplyJob) {
  const draft = await trx
    .selectFrom("ticket_drafts")
    .innerJoin("tickets", inTenant("tickets.id", "ticket_drafts.ticket_id"))
    .select(["ticket_drafts.question", "tickets.audience", "tickets.title", "tickets.description"])
    .where(equals({ "ticket_drafts.organization_id": organizationId, "ticket_drafts.id": draftId }))
    .where("ticket_drafts.state", "=", "writing")
    .executeTakeFirst();
  if (draft === undefined) return null;
  const history = await historyBefore(trx, { organizationId, ticketId }, draft);
  const audience = Audience.parse(draft.audience);
  // Tickets can be long; the question is usually at the beginning.
  const text = draft.question.slice(0, maxQuestionLength);
  return { organizationId, audience, text, history, isWithPerson: true };
}

/** The messages before the question, without notes, which the customer has not seen. */
async function historyBefore(
  trx: Transaction,
  key: TicketKey,
  { question, ...ticket }: { question: string; title: string; description: string | null },
): Promise<EarlierMessage[]> {
  const opening = questionOf(ticket);
  if (opening === question) return [];
  const thread = await readThread(trx, key, { limit: maxHistoryMessages });
  const messages = thread.filter(({ kind }) => kind !== "note");
  const position = messages.findLastIndex(({ kind, content }) => kind === "customer" && content === question);
  const earlier = messages.slice(0, Math.max(0, position)).map(({ kind, content }): EarlierMessage => {
    return { role: kind === "customer" ? "user" : "assistant", content };
  });
  return opening === ""
    ? earlier
    : [{ role: "user", content: opening.slice(0, maxQuestionLength) }, ...earlier];
}

/** The question in a ticket's title and description; empty when there is no text. */
function questionOf({ title, description }: Pick<LockedTicket, "title" | "description">): string {
  return [title === untitledTicket ? null : title, description].filter((part) => part !== null).join("\n");
}

async function finishDraft(
  trx: Transaction,
  events: Events,
  { organizationId, ticketId, draftId }: DraftTicketReplyJob,
  written: { state: "failed" } | ReturnType<typeof toRow>,
): Promise<void> {
  const unfinished = { ...rowId(organizationId, draftId), state: "writing" };
  if (!(await updateRows(trx, "ticket_drafts", unfinished, written))) return;
  await events.publish(trx, organizationId, { type: "ticket.drafted", id: ticketId });
}

/** Sends a draft, as it was edited, as a reply. Throws not_found, or draft_gone. */
export async function sendDraft(
  trx: Transaction,
  tools: DraftTools,
  key: TicketKey,
  { draftId, content, userId }: TicketDraftSend & { userId: string },
): Promise<TicketMessage> {
  const ticket = await closeDraft(trx, key, { draftId, from: ["ready"], to: "sent" });
  return addToThread(trx, tools, ticket, { kind: "reply", content, authorId: userId, draftId });
}

/** Throws not_found, or draft_gone. */
export async function discardDraft(trx: Transaction, tools: DraftTools, key: TicketKey, draftId: string) {
  await closeDraft(trx, key, { draftId, from: ["writing", "ready", "failed"], to: "discarded" });
  await tools.events.publish(trx, key.organizationId, { type: "ticket.drafted", id: key.ticketId });
}

async function closeDraft(
  trx: Transaction,
  key: TicketKey,
  { draftId, from, to }: { draftId: string; from: TicketDraft["state"][]; to: "sent" | "discarded" },
): Promise<LockedTicket> {
  const ticket = await lockTicket(trx, key);
  const draft = { ...rowId(key.organizationId, draftId), ticket_id: key.ticketId, state: from };
  if (!(await updateRows(trx, "ticket_drafts", draft, { state: to })))
    throw conflict("draft_gone", "This draft has already been sent, discarded or replaced by a newer one.");
  return ticket;
}
