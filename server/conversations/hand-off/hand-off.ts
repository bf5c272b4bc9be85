import { sql } from "kysely";
import { Audience } from "../../../contract/common.ts";
import type { ChatMessage } from "../../../contract/conversations.ts";
import type { Transaction } from "../../database/database.ts";
import { notFound } from "../../errors.ts";
import { openTicket, type OpenedTicket, type TicketTools } from "./open-ticket.ts";
import { findOpenTicket } from "./open-tickets.ts";
import { startDraft } from "./start-draft.ts";
import { formatNumber } from "./ticket-text.ts";
import { copyTranscript, readSince, readTranscript, type Said } from "./transcript.ts";

/** The conversation that is handed to a person, and what is known of its customer; absent: nothing. */
export interface HandOff {
  organizationId: string;
  sessionId: string;
  /** Absent: what the customer asked. */
  title?: string | undefined;
  /** For a customer who asked nothing but for a person. */
  fallbackTitle?: string;
  /** What the customer adds to the conversation. */
  message?: string | undefined;
  customerName?: string | null | undefined;
  customerEmail?: string | null | undefined;
  customerPhone?: string | null | undefined;
}

export interface HandedOff extends OpenedTicket {
  /** False: the conversation had a ticket that is still worked on, which now holds what was said since. */
  isNew: boolean;
}

const titleLength = 120;

/**
 * Hands a conversation to a person: a ticket with the conversation as its thread, one at a time for each
 * conversation, which then waits for a person in the inbox as well. Throws not_found.
 */
export async function handOff(trx: Transaction, tools: TicketTools, asked: HandOff): Promise<HandedOff> {
  await callPerson(trx, tools, asked);
  const audience = await lockSession(trx, asked);
  const open = await findOpenTicket(trx, asked);
  const transcript =
    open === undefined
      ? await readTranscript(trx, asked)
      : await readSince(trx, { ...asked, ticketId: open.id, copiedUntil: open.copied_until });
  const question = asked.message ?? openQuestion(transcript);
  const title = asked.title ?? titleOf(asked.message ?? lastQuestion(transcript)) ?? asked.fallbackTitle;
  const ticket =
    open === undefined
      ? await openTicket(trx, tools, { ...asked, audience, title, question })
      : { ticketId: open.id, ticketNumber: formatNumber(open.number) };
  const key = { organizationId: asked.organizationId, ticketId: ticket.ticketId };
  if (open === undefined) await markCopied(trx, key, transcript);
  const isLonger = await copyTranscript(trx, key, transcript, asked.message);
  if (open !== undefined && isLonger) {
    if (question !== "") await startDraft(trx, tools, key, question);
    await tools.events.publish(trx, asked.organizationId, { type: "ticket.updated", id: open.id });
  }
  return { ...ticket, isNew: open === undefined };
}

/** With the session locked nothing that was said before can turn up later. */
async function markCopied(
  trx: Transaction,
  { organizationId, ticketId }: { organizationId: string; ticketId: string },
  transcript: readonly Said[],
): Promise<void> {
  await trx
    .updateTable("tickets")
    .set({ copied_until: transcript.at(-1)?.position })
    .where("organization_id", "=", organizationId)
    .where("id", "=", ticketId)
    .execute();
}

type SessionKey = Pick<HandOff, "organizationId" | "sessionId">;

/** The conversation is locked before its session, the order in which whoever answers locks them. */
async function callPerson(
  trx: Transaction,
  { events }: TicketTools,
  { organizationId, sessionId }: SessionKey,
): Promise<void> {
  const called = await trx
    .updateTable("conversations")
    .set({ person_requested_at: sql<Date>`now()` })
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .where("person_requested_at", "is", null)
    .where("owner_user_id", "is", null)
    .executeTakeFirst();
  if (called.numUpdatedRows === 0n) return;
  await events.publish(trx, organizationId, { type: "conversation.updated", id: sessionId });
}

/** Of two requests at once the second finds the ticket of the first. */
async function lockSession(trx: Transaction, { organizationId, sessionId }: SessionKey): Promise<Audience> {
  const session = await trx
    .selectFrom("chat_sessions")
    .select("audience")
    .where("organization_id", "=", organizationId)
    .where("id", "=", sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (session === undefined) throw notFound("conversation");
  return Audience.parse(session.audience);
}

const isSmallTalk = (message: ChatMessage | undefined): boolean => message?.metadata?.kind === "small_talk";

/** What the customer asked last, politeness aside; empty where they asked nothing. */
function lastQuestion(transcript: readonly Said[]): string {
  const asked = transcript.filter(({ role }, at) => role === "user" && !isSmallTalk(transcript[at + 1]));
  return asked.at(-1)?.content ?? "";
}

/** The last question, unless the assistant has said already that it doesn't know: a draft would say it again. */
function openQuestion(transcript: readonly Said[]): string {
  const answers = transcript.filter((message) => message.metadata !== null && !isSmallTalk(message));
  return answers.at(-1)?.metadata?.answered === false ? "" : lastQuestion(transcript);
}

/** The beginning of what was asked, on one line; undefined where there is nothing. */
function titleOf(text: string): string | undefined {
  const line = [...text.replaceAll(/\s+/g, " ").trim()];
  if (line.length === 0) return undefined;
  return line.length <= titleLength ? line.join("") : `${line.slice(0, titleLength - 1).join("")}…`;
}
