import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { equals, isRow, withTenant, type Transaction, type Key } from "../../database/database.ts";
import { isDatabaseAway } from "../../errors.ts";
import type { JobRun } from "../../jobs.ts";
import { readEnvelope, type Update } from "./envelope.ts";
import { ingestUpdate, UnusableUpdateError } from "./ingest-update.ts";
import type { IntegrationOfUpdate } from "./secrets.ts";

type ProcessEventTools = Pick<Context, "db" | "events" | "jobs" | "log"> & Pick<JobRun, "attempt">;
type EventKey = Key<"eventId">;

interface UpdateGroup {
  numbers: ReadonlyMap<string, IntegrationOfUpdate>;
  updates: readonly Update[];
}

/** Updates that one transaction ingests; after a failure, each of them gets a transaction of its own. */
const groupSize = 50;

/**
 * Ingests a stored event, and before it those of the organization that came earlier: a customer's messages are read
 * in the order in which they were written, whichever job is first. Safe to run twice.
 */
export async function processEvent(tools: ProcessEventTools, key: EventKey): Promise<void> {
  const { organizationId } = key;
  for (;;) {
    const waiting = await withTenant(tools.db, organizationId, (trx) => findWaitingEvents(trx, key));
    for (const eventId of waiting) {
      await processOne(tools, { organizationId, eventId });
      if (eventId === key.eventId) return;
    }
    if (waiting.length < eventsRead) return;
  }
}

/** Ingests every update of one event. One that cannot be ingested becomes a dead letter and holds up no other. */
async function processOne(tools: ProcessEventTools, key: EventKey): Promise<void> {
  if (await processAtOnce(tools, key)) return;
  const event = await withTenant(tools.db, key.organizationId, (trx) => findEvent(trx, key));
  if (event === null) return;
  if (event.updates === null) {
    await withTenant(tools.db, key.organizationId, (trx) =>
      moveToDeadLetters(trx, key, { ordinal: -1, reason: "unknown shape", part: event.body }),
    );
  } else {
    for (const group of groupsOf(event.updates)) await processGroup(tools, key, { ...event, updates: group });
  }
  await withTenant(tools.db, key.organizationId, (trx) => finish(trx, key));
}

/** The common case, a few good updates, in one transaction. Returns false, having changed nothing, in any other. */
async function processAtOnce(tools: ProcessEventTools, key: EventKey): Promise<boolean> {
  try {
    return await withTenant(tools.db, key.organizationId, async (trx) => {
      await lockIngestion(trx, key);
      const event = await findEvent(trx, key);
      if (event === null) return true;
      if (event.updates === null || event.updates.length > groupSize) return false;
      await ingestUpdates(trx, tools, { ...event, updates: groupsOf(event.updates)[0] ?? [] });
      await finish(trx, key);
      return true;
    });
  } catch (error) {
    if (isTransient(error, tools)) throw error;
    return false;
  }
}

/** Sorted by customer, then by time, so that two events take their locks in the same order. */
function groupsOf(updates: readonly Update[]): Update[][] {
  const sorted = updates
    .map((update) => ({ update, ...subjectOf(update) }))
    .toSorted((a, b) => compare(a.key, b.key) || a.at - b.at || a.update.ordinal - b.update.ordinal)
    .map(({ update }) => update);
  return Array.from({ length: Math.ceil(sorted.length / groupSize) }, (_, index) =>
    sorted.slice(index * groupSize, (index + 1) * groupSize),
  );
}

function subjectOf({ kind, value }: Update): { key: string; at: number } {
  const { from, from_user_id: userId, id, timestamp } = (value ?? {}) as Record<string, unknown>;
  const subject = kind === "message" ? (from ?? userId) : id;
  return { key: typeof subject === "string" ? subject : "", at: Number(timestamp) || 0 };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** All in one transaction where that works, else one by one, so that a bad update fails alone. */
async function processGroup(tools: ProcessEventTools, key: EventKey, { numbers, updates }: UpdateGroup) {
  try {
    await withTenant(tools.db, key.organizationId, async (trx) => {
      await lockIngestion(trx, key);
      await ingestUpdates(trx, tools, { numbers, updates });
    });
  } catch (error) {
    if (isTransient(error, tools)) throw error;
    const [only, ...others] = updates;
    if (only !== undefined && others.length === 0) return giveUp(tools, key, only, error);
    for (const update of updates) await processGroup(tools, key, { numbers, updates: [update] });
  }
}

/** Makes a dead letter of an update that cannot be ingested. */
async function giveUp({ db, log }: ProcessEventTools, key: EventKey, update: Update, error: unknown) {
  const { ordinal, kind, value } = update;
  const reason = error instanceof UnusableUpdateError ? error.message : `not understood: ${nameOf(error)}`;
  log.warn({ ...key, ordinal, kind, reason }, "a WhatsApp update became a dead letter");
  const part = Buffer.from(JSON.stringify(value) ?? "");
  await withTenant(db, key.organizationId, (trx) => moveToDeadLetters(trx, key, { ordinal, reason, part }));
}

async function ingestUpdates(trx: Transaction, tools: ProcessEventTools, { numbers, updates }: UpdateGroup) {
  const conversations = new Map<string, string>();
  for (const update of updates) {
    const integration = update.phoneNumberId === null ? undefined : numbers.get(update.phoneNumberId);
    if (integration === undefined) throw new UnusableUpdateError("unknown shape");
    const conversationId = await ingestUpdate(trx, tools, integration, update);
    if (conversationId !== null) conversations.set(conversationId, integration.organizationId);
  }
  for (const [conversationId, organizationId] of conversations)
    await tools.jobs.enqueue(trx, "whatsapp.continue", { organizationId, conversationId });
}

/** About ten minutes, in which what came later waits: longer than a restart or an upgrade takes. */
const attemptsAtUnforeseen = 10;

/**
 * Whether the failure has nothing to do with the update, as what PostgreSQL says of anything but the data (classes 21 to
 * 23), a limit that they exceed (54) or a rule of the schema (P0). What it says of its own state (08 to 58 here) stays so
 * for as long as it takes; the rest may be of the update after all, such as a row that cannot be read.
 */
function isTransient(error: unknown, { attempt }: Pick<JobRun, "attempt">): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as { code?: string };
  const isEarly = attempt <= attemptsAtUnforeseen;
  const transient = isEarly ? /^(?!2[123]|54|P0)[0-9A-Z]{5}$/ : /^(08|25|40|53|55|57|58)[0-9A-Z]{3}$/;
  return isDatabaseAway(error) || transient.test(code);
}

/** Never the message: a validation error may quote what a customer wrote. */
function nameOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string };
  return [name, code].filter((part) => part !== undefined).join(" ");
}

/** Until commit no other job ingests for the organization. */
async function lockIngestion(trx: Transaction, { organizationId }: EventKey): Promise<void> {
  const name = `whatsapp ingestion ${organizationId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Events that are put in order at once. */
const eventsRead = 50;
/** A larger delivery is a batch of many customers' and is ordered by when it came. */
const maxOrderedBytes = 65_536;

/**
 * What has not been ingested, in order: by when Meta says that it was written, to the second, then by when it came.
 * Empty where the event itself has been.
 */
async function findWaitingEvents(trx: Transaction, { organizationId, eventId }: EventKey): Promise<string[]> {
  const rows = await trx
    .selectFrom("whatsapp_events")
    .select(["id", "received_at"])
    .select(
      sql<Buffer | null>`case when octet_length(body) <= ${maxOrderedBytes} then body end`.as("small_body"),
    )
    .where("organization_id", "=", organizationId)
    .where("processed_at", "is", null)
    .where("received_at", "<=", (of) =>
      of
        .selectFrom("whatsapp_events as asked")
        .select("asked.received_at")
        .where(equals({ "asked.organization_id": organizationId, "asked.id": eventId }))
        .where("asked.processed_at", "is", null),
    )
    .orderBy("received_at")
    .orderBy("id")
    .limit(eventsRead)
    .execute();
  return rows
    .map((row) => ({ id: row.id, at: writtenAt(row.small_body) ?? row.received_at.getTime() / 1000 }))
    .toSorted((a, b) => Math.floor(a.at) - Math.floor(b.at))
    .map(({ id }) => id);
}

/** When the oldest message of a delivery was written, in seconds; null where it has none. */
function writtenAt(body: Buffer | null): number | null {
  const messages =
    (body === null ? null : readEnvelope(body))?.filter(({ kind }) => kind === "message") ?? [];
  const moments = messages.map((each) => subjectOf(each).at).filter((at) => at > 0);
  return moments.length === 0 ? null : Math.min(...moments);
}

/**
 * An event that has not been processed yet, with the updates about this organization's numbers, or about none; those are
 * null when its body is no envelope.
 */
async function findEvent(trx: Transaction, { organizationId, eventId }: EventKey) {
  const event = await trx
    .selectFrom("whatsapp_events")
    .select(["body", "phone_number_ids"])
    .where(isRow(organizationId, eventId))
    .where("processed_at", "is", null)
    .executeTakeFirst();
  if (event === undefined || event.body === null) return null;
  const rows = await trx
    .selectFrom("whatsapp_integrations")
    .select(["id", "phone_number_id", "updated_at"])
    .where("organization_id", "=", organizationId)
    .where("phone_number_id", "in", [...event.phone_number_ids, ""])
    .execute();
  const numbers = new Map(
    rows.map((row) => [
      row.phone_number_id,
      { organizationId, integrationId: row.id, settingsOf: row.updated_at },
    ]),
  );
  const ours = new Set(event.phone_number_ids);
  const updates = readEnvelope(event.body)?.filter(
    ({ phoneNumberId }) => phoneNumberId === null || ours.has(phoneNumberId),
  );
  return { body: event.body, updates: updates ?? null, numbers };
}

async function moveToDeadLetters(
  trx: Transaction,
  key: EventKey,
  { ordinal, reason, part }: { ordinal: number; reason: string; part: Buffer },
): Promise<void> {
  await trx
    .insertInto("whatsapp_dead_letters")
    .values({ organization_id: key.organizationId, event_id: key.eventId, ordinal, reason, part })
    .onConflict((repeated) => repeated.doNothing())
    .execute();
}

/** Meta repeats a delivery for up to seven days; dead letters quote customers, so they are deleted as well. */
const eventRetentionDays = 14;
const deadLetterRetentionDays = 30;

/** Marks an event as processed, and deletes old ones. */
async function finish(trx: Transaction, { organizationId, eventId }: EventKey): Promise<void> {
  await sql`
    with old_parts as (
      delete from whatsapp_dead_letters
      where organization_id = ${organizationId} and created_at < now() - make_interval(days => ${deadLetterRetentionDays})
    ), old_statuses as (
      delete from whatsapp_statuses
      where organization_id = ${organizationId} and received_at < now() - make_interval(days => ${eventRetentionDays})
    ), old_events as (
      delete from whatsapp_events event
      where organization_id = ${organizationId} and processed_at < now() - make_interval(days => ${eventRetentionDays})
        and not exists (
          select from whatsapp_dead_letters part
          where part.organization_id = event.organization_id and part.event_id = event.id
        )
    )
    update whatsapp_events set body = null, processed_at = now()
    where organization_id = ${organizationId} and id = ${eventId}`.execute(trx);
}
