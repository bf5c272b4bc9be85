import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { UnreadableSecretError, type SecretBox } from "../../auth/secret-box.ts";
import type { GraphApi, GraphOutcome, GraphSender } from "../../clients/graph-api.ts";
import type { Context } from "../../context.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import type { JobRun } from "../../jobs.ts";
import { OutboundMessage } from "../../conversations/outbox/outbound-message.ts";
import {
  lockConversation,
  markSending,
  nextWaiting,
  recordFailed,
  recordRetry,
  recordSent,
  recordUnconfirmed,
  type LockedConversation,
} from "../../conversations/outbox/outbox.ts";
import type { SessionKey } from "../../conversations/messages.ts";
import { toGraphMessage, type Recipient } from "./graph-message.ts";
import { markBroken } from "./integrations.ts";
import { takeAllowance } from "./send-rate.ts";
import { placeOfSecret } from "./secrets.ts";
import { adviceFor, reasonOf, windowClosedCode, type Advice } from "./send-failure.ts";
import { applyStatuses, lockMessage } from "./statuses.ts";

export interface DeliverTools extends Pick<
  Context,
  "db" | "events" | "jobs" | "log" | "guidance" | "retrieve" | "modelAnswers" | "questions"
> {
  graph: GraphApi;
  secrets: SecretBox;
}

const windowMs = 24 * 3_600_000;
/** After this many messages the job is queued again, to make room for others. */
const messagesPerJob = 100;

/**
 * Sends a conversation's waiting messages in order, one at a time, starting with the claimed one. Returns when
 * none is left, when one has to wait (a job is then queued for that time), or when another sender is at work.
 */
export async function deliverWaiting(
  tools: DeliverTools,
  key: SessionKey,
  job: JobRun,
  first: Step,
): Promise<void> {
  let step = first;
  for (let sent = 0; step.kind !== "done";) {
    if (step.kind === "wait") await delay(step.ms);
    const claim = step.kind === "send" ? step.claim : null;
    const outcome =
      claim &&
      (await tools.graph.post(claim.sender, toGraphMessage(claim.content, claim.recipient, claim.id)));
    if (claim !== null) sent += 1;
    step = await withTenant(tools.db, key.organizationId, async (trx) => {
      const conversation = await lockConversation(trx, key);
      if (claim !== null && outcome !== null) await record({ trx, tools, key }, claim, outcome);
      if (conversation === null || job.signal.aborted) return { kind: "done" };
      if (sent < messagesPerJob) return claimNext({ trx, tools, key }, conversation, job.id);
      await tools.jobs.enqueue(trx, "whatsapp.continue", key);
      return { kind: "done" };
    });
  }
}

/** A conversation's messages on their way, in a transaction that has locked it. */
interface Delivery {
  trx: Transaction;
  tools: DeliverTools;
  key: SessionKey;
}

interface Claim {
  id: string;
  content: OutboundMessage;
  attempts: number;
  recipient: Recipient;
  sender: GraphSender;
  integration: Integration;
}

export type Step =
  | { kind: "done" }
  | { kind: "again" }
  | { kind: "wait"; ms: number }
  | { kind: "send"; claim: Claim };

/**
 * Decides about the head of the queue of a locked conversation and, where it may go now, marks it
 * before anything is sent.
 */
export async function claimNext(
  { trx, tools, key }: Delivery,
  conversation: LockedConversation,
  jobId: string,
): Promise<Step> {
  const next = await nextWaiting(trx, key, jobId);
  if (next === null) return { kind: "done" };
  const { organizationId } = key;
  const refuse = async (code: number | null, reason: string): Promise<Step> => {
    await recordFailed(trx, { organizationId, id: next.id, code, reason });
    await tools.events.publish(trx, organizationId, { type: "conversation.updated", id: key.sessionId });
    return { kind: "again" };
  };
  const integration = await findIntegration(trx, key);
  if (integration === null) return refuse(null, "The number this customer wrote to is no longer connected.");
  // Messages wait until the settings are changed, which sends those that may still be sent.
  if (!integration.is_active || integration.problem !== null) return { kind: "done" };
  if (isWindowClosed(conversation)) return refuse(windowClosedCode, reasonOf(windowClosedCode));
  const waitMs =
    Math.max(next.next_attempt_at.getTime(), integration.paused_until?.getTime() ?? 0) - Date.now();
  if (waitMs > 0) return comeBack(trx, tools, key, waitMs);
  const sender = senderOf(tools.secrets, key, integration);
  if (sender === null) {
    await markBroken(trx, tools.events, brokenAs(key, integration, "secrets_unreadable"));
    return { kind: "done" };
  }
  const allowance = await takeAllowance(trx, conversation, integration.id);
  if (allowance.waitMs > 0)
    return allowance.brief
      ? { kind: "wait", ms: allowance.waitMs }
      : comeBack(trx, tools, key, allowance.waitMs);
  if (!(await markSending(trx, { organizationId, id: next.id, jobId }))) return { kind: "again" };
  const content = OutboundMessage.parse(next.content);
  const recipient = { waId: integration.wa_id, userId: integration.user_id };
  return {
    kind: "send",
    claim: { id: next.id, content, attempts: next.attempts + 1, recipient, sender, integration },
  };
}

function isWindowClosed({ last_customer_message_at: at }: LockedConversation): boolean {
  return at === null || Date.now() - at.getTime() >= windowMs;
}

async function comeBack(
  trx: Transaction,
  { jobs }: DeliverTools,
  key: SessionKey,
  waitMs: number,
): Promise<Step> {
  await jobs.enqueue(trx, "whatsapp.continue", key, { startAfterSeconds: Math.ceil(waitMs / 1000) });
  return { kind: "done" };
}

/** The integration of a conversation's number; null when it was disconnected. */
export async function findIntegration(trx: Transaction, { organizationId, sessionId }: SessionKey) {
  const row = await trx
    .selectFrom("whatsapp_contacts as contact")
    .innerJoin("whatsapp_integrations as integration", (join) =>
      join
        .onRef("integration.organization_id", "=", "contact.organization_id")
        .onRef("integration.id", "=", "contact.integration_id"),
    )
    .select([
      "contact.wa_id",
      "contact.user_id",
      "integration.id",
      "integration.phone_number_id",
      "integration.access_token",
      "integration.is_active",
      "integration.problem",
      "integration.paused_until",
      "integration.pauses_in_a_row",
      "integration.updated_at",
    ])
    .where("contact.organization_id", "=", organizationId)
    .where("contact.session_id", "=", sessionId)
    .executeTakeFirst();
  return row ?? null;
}
type Integration = NonNullable<Awaited<ReturnType<typeof findIntegration>>>;

/** Null when the access token cannot be decrypted. */
export function senderOf(
  secrets: SecretBox,
  { organizationId }: Pick<SessionKey, "organizationId">,
  integration: Integration,
): GraphSender | null {
  try {
    const place = placeOfSecret.accessToken({ organizationId, integrationId: integration.id });
    return {
      phoneNumberId: integration.phone_number_id,
      accessToken: secrets.open(integration.access_token, place),
    };
  } catch (error) {
    if (error instanceof UnreadableSecretError) return null;
    throw error;
  }
}

/** The sender for this conversation; null when nothing may be sent. */
export async function findSender(
  trx: Transaction,
  secrets: SecretBox,
  key: SessionKey,
): Promise<GraphSender | null> {
  const integration = await findIntegration(trx, key);
  const working = integration !== null && integration.is_active && integration.problem === null;
  return working ? senderOf(secrets, key, integration) : null;
}

const brokenAs = (
  key: SessionKey,
  integration: Integration,
  problem: Parameters<typeof markBroken>[2]["problem"],
) => ({
  organizationId: key.organizationId,
  integrationId: integration.id,
  settingsOf: integration.updated_at,
  problem,
});

async function record(delivery: Delivery, claim: Claim, outcome: GraphOutcome): Promise<void> {
  const { trx, tools, key } = delivery;
  const { organizationId, sessionId } = key;
  if (outcome.kind === "accepted") {
    await lockMessage(trx, organizationId, outcome.wamid);
    await recordSent(trx, { organizationId, id: claim.id, channelMessageId: outcome.wamid });
    // A status may have arrived before this record.
    await applyStatuses(trx, tools.events, { organizationId, wamid: outcome.wamid });
    await tools.events.publish(trx, organizationId, { type: "conversation.updated", id: sessionId });
    if (claim.integration.pauses_in_a_row > 0)
      await setPause(trx, key, claim.integration, { until: null, inARow: 0 });
    return;
  }
  const { attempts, integration } = claim;
  const advice = adviceFor(outcome, { attempts, consecutivePauses: integration.pauses_in_a_row });
  const ids = { organizationId, outboxId: claim.id };
  tools.log.warn({ ...ids, attempts, outcome, advice: advice.kind }, "a WhatsApp message was not accepted");
  await follow(delivery, claim, advice);
  await tools.events.publish(trx, organizationId, { type: "conversation.updated", id: sessionId });
}

async function follow({ trx, tools, key }: Delivery, claim: Claim, advice: Advice): Promise<void> {
  const message = { organizationId: key.organizationId, id: claim.id };
  switch (advice.kind) {
    case "retry":
      await recordRetry(trx, { ...message, ...advice, at: inSeconds(advice.afterSeconds), counts: true });
      return;
    case "pause": {
      const until = inSeconds(advice.afterSeconds);
      await recordRetry(trx, { ...message, ...advice, at: until, counts: false });
      await setPause(trx, key, claim.integration, { until, inARow: claim.integration.pauses_in_a_row + 1 });
      return;
    }
    case "give_up":
      await recordFailed(trx, { ...message, ...advice });
      return;
    case "broken":
      await recordRetry(trx, { ...message, ...advice, at: new Date(), counts: false });
      await markBroken(trx, tools.events, brokenAs(key, claim.integration, advice.problem));
      return;
    case "unconfirmed":
      await recordUnconfirmed(trx, { ...message, reason: advice.reason });
      return;
  }
}

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

async function setPause(
  trx: Transaction,
  { organizationId }: SessionKey,
  integration: Integration,
  pause: { until: Date | null; inARow: number },
): Promise<void> {
  // Many conversations may reach the limit at the same time; that counts as one pause.
  await trx
    .updateTable("whatsapp_integrations")
    .set({
      paused_until: pause.until === null ? null : sql`greatest(paused_until, ${pause.until})`,
      pauses_in_a_row: pause.inARow,
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", integration.id)
    .execute();
}
