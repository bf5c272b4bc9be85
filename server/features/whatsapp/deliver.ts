import { setTimeout as delay } from "node:timers/promises";
import { postToGraph, type GraphOutcome, type GraphSender } from "../../clients/graph-api.ts";
import type { Context } from "../../context.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import type { JobRun } from "../../jobs.ts";
import { OutboundMessage } from "../../conversations/outbox/outbound-message.ts";
import { lockConversation, type LockedConversation } from "../../conversations/locks.ts";
import { isMarkedBy, markSending, nextWaiting, recordAttempt } from "../../conversations/outbox/outbox.ts";
import { isWindowClosed } from "../../conversations/outbox/staff-message.ts";
import type { ConversationKey } from "../../conversations/messages.ts";
import { isDatabaseAway } from "../../errors.ts";
import { toGraphMessage } from "./graph-message.ts";
import {
  findNumber,
  markBroken,
  pauseNumber,
  senderOf,
  takeAllowance,
  type WhatsappNumber,
} from "./number.ts";
import { adviceFor, reasonOf, windowClosedCode } from "./send-failure.ts";
import { applyStatuses, lockMessage } from "./ingest-update.ts";

export type DeliverTools = Pick<Context, "config" | "db" | "events" | "jobs" | "log" | "secrets">;

/** After this many messages the job is queued again, to make room for others. */
const messagesPerJob = 100;

export interface SendingJob extends JobRun {
  /** Messages that it marked as sending, with their unrecorded outcome; null: certainly not sent. */
  unrecorded: Map<Claim, GraphOutcome | null>;
}

/**
 * Sends a conversation's waiting messages in order, one at a time, starting with `step`. Returns when
 * none is left, when one has to wait (a job is then queued for that time), or while another job is sending.
 */
export async function deliverWaiting(tools: DeliverTools, key: ConversationKey, job: SendingJob, step: Step) {
  for (let sent = 0; step.kind !== "done";) {
    if (step.kind === "wait") await delay(step.ms);
    const claim = step.kind === "send" ? step.claim : null;
    // The outcome is unknown until Meta answers.
    if (claim !== null) job.unrecorded.delete(claim);
    const outcome = claim && (await postToGraph(tools.config.whatsapp.graphUrl, claim.sender, claim.body));
    if (claim !== null) {
      sent += 1;
      job.unrecorded.set(claim, outcome);
    }
    step = await withTenant(tools.db, key.organizationId, async (trx) => {
      const conversation = await lockConversation(trx, key);
      if (claim !== null && outcome !== null) await record(trx, tools, claim, outcome);
      if (conversation === null || job.signal.aborted) return { kind: "done" };
      if (sent < messagesPerJob) return claimNext(trx, tools, conversation, job);
      await tools.jobs.enqueue(trx, "whatsapp.continue", key);
      return { kind: "done" };
    });
    if (claim !== null) job.unrecorded.delete(claim);
  }
}

const retryMs = 500;

/**
 * After a job has failed, records the outcomes that it still knows as soon as the database is available: Meta's reply, or
 * that a message was not sent and waits again. A commit that was not confirmed may have taken effect nevertheless.
 */
export async function recordOutcomes(tools: DeliverTools, key: ConversationKey, job: SendingJob) {
  while (job.unrecorded.size > 0) {
    try {
      await withTenant(tools.db, key.organizationId, async (trx) => {
        // Waits for a commit that is still under way.
        await lockConversation(trx, key);
        for (const [claim, outcome] of job.unrecorded)
          if (await isMarkedBy(trx, { ...claim, jobId: job.id }))
            await (outcome === null
              ? recordAttempt(trx, claim, { ...notSent, at: new Date() })
              : record(trx, tools, claim, outcome));
      });
      job.unrecorded.clear();
    } catch (error) {
      if (job.signal.aborted || !isDatabaseAway(error as Error)) throw error;
      await delay(retryMs);
    }
  }
}

const notSent = {
  kind: "retry",
  code: null,
  reason: "The database was down.",
  countsAsAttempt: false,
} as const;

export interface Claim extends ConversationKey {
  id: string;
  /** The request body for Meta. */
  body: object;
  attempts: number;
  sender: GraphSender;
  number: WhatsappNumber;
}

/** What a job does next; after waiting, it decides again. */
export type Step = { kind: "done" } | { kind: "wait"; ms: number } | { kind: "send"; claim: Claim };

const again: Step = { kind: "wait", ms: 0 };

/**
 * Decides what to do with the head of a locked conversation's queue. If it may be sent now, marks it before it is sent.
 */
export async function claimNext(
  trx: Transaction,
  tools: DeliverTools,
  conversation: LockedConversation,
  job: SendingJob,
): Promise<Step> {
  const { organization_id: organizationId, id: conversationId } = conversation;
  const key = { organizationId, conversationId };
  const next = await nextWaiting(trx, key, job.id);
  if (next === null) return { kind: "done" };
  const message = { organizationId, id: next.id };
  const refuse = async (code: number | null, reason: string): Promise<Step> => {
    await recordAttempt(trx, message, { kind: "failed", code, reason });
    await tools.events.publish(trx, organizationId, { type: "conversation.updated", id: conversationId });
    return again;
  };
  const number = await findNumber(trx, key);
  if (number === null) return refuse(null, "The number this customer wrote to is no longer connected.");
  // Messages wait until the settings are changed; then those that may still be sent are sent.
  if (!number.is_active || number.problem !== null) return { kind: "done" };
  if (isWindowClosed(conversation)) return refuse(windowClosedCode, reasonOf(windowClosedCode));
  const comeBack = async (waitMs: number): Promise<Step> => {
    await tools.jobs.enqueue(trx, "whatsapp.continue", key, { startAfterSeconds: Math.ceil(waitMs / 1000) });
    return { kind: "done" };
  };
  const startsAt = Math.max(next.next_attempt_at.getTime(), number.paused_until?.getTime() ?? 0);
  if (startsAt > Date.now()) return comeBack(startsAt - Date.now());
  const sender = senderOf(tools.secrets, number);
  if (sender === null) {
    await markBroken(trx, tools.events, { ...number, problem: "secrets_unreadable" });
    return { kind: "done" };
  }
  const { waitMs, isBrief } = await takeAllowance(trx, conversation, number);
  if (waitMs > 0) return isBrief ? { kind: "wait", ms: waitMs } : comeBack(waitMs);
  if (!(await markSending(trx, { ...message, jobId: job.id }))) return again;
  const body = toGraphMessage(OutboundMessage.parse(next.content), number, next.id);
  const claim = { ...key, id: next.id, body, attempts: next.attempts + 1, sender, number };
  job.unrecorded.set(claim, null);
  return { kind: "send", claim };
}

/** Records Meta's reply to a message, and its consequences for the number. */
async function record(trx: Transaction, { events, log }: DeliverTools, claim: Claim, outcome: GraphOutcome) {
  const { organizationId, conversationId, id: outboxId, attempts, number } = claim;
  const counts = { attempts, consecutivePauses: number.pauses_in_a_row };
  const { message, pauseUntil, problem } = adviceFor(outcome, counts);
  if (message.kind === "sent") await lockMessage(trx, organizationId, message.channelMessageId);
  else {
    const fields = { organizationId, outboxId, attempts, outcome, result: message.kind };
    log.warn(fields, "a WhatsApp message was not accepted");
  }
  await recordAttempt(trx, claim, message);
  // A status may have arrived before this record.
  if (message.kind === "sent")
    await applyStatuses(trx, events, { organizationId, wamid: message.channelMessageId });
  if (pauseUntil !== undefined) await pauseNumber(trx, number, pauseUntil);
  if (problem !== undefined) await markBroken(trx, events, { ...number, problem });
  await events.publish(trx, organizationId, { type: "conversation.updated", id: conversationId });
}
