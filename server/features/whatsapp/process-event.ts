import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { equals, lockName, withTenant, type Transaction, type Key } from "../../database/database.ts";
import { deleteRows, findRow, findRows, insertIfNew, rowId, updateRows } from "../../database/rows.ts";
import { isDatabaseAway } from "../../errors.ts";
import { inParts } from "../../in-parts.ts";
import type { JobRun } from "../../jobs.ts";
import { readEnvelope, type Update } from "./envelope.ts";
import { ingestUpdate, UnusableUpdateError } from "./ingest-update.ts";
import type { IntegrationOfUpdate } from "./number.ts";

type ProcessEventTools = Pick<Context, "db" | "events" | "jobs" | "log"> &
  Pick<JobRun, "attempt" | "hasDied">;
type EventKey = Key<"eventId">;

/** An update with the integration of its number; undefined if the number is unknown. */
type NumberedUpdate = Update & { integration: IntegrationOfUpdate | undefined };

/**
 * If the process has died again after this many attempts, the updates are ingested one by one, to find out which one ends
 * it. Many, because the process may have died of another job, which fails for good before.
 */
const maxAttemptsTogether = 8;

/** Updates that one transaction ingests; after a failure, each of them gets a transaction of its own. */
const maxUpdatesPerTransaction = 50;

/**
 * Ingests a stored event, after the organization's earlier events. So a customer's messages are read in the order in which
 * they were written, whichever job runs first. Safe to run twice.
 */
export async function processEvent(tools: ProcessEventTools, key: EventKey): Promise<void> {
  const { organizationId } = key;
  for (;;) {
    const waiting = await withTenant(tools.db, organizationId, (trx) => findWaitingEvents(trx, key));
    for (const eventId of waiting) {
      await processOne(tools, { organizationId, eventId });
      if (eventId === key.eventId) return;
    }
    if (waiting.length < maxEventsPerRead) return;
  }
}

/** Ingests every update of one event. One that cannot be ingested becomes a dead letter and does not block others. */
async function processOne(tools: ProcessEventTools, key: EventKey): Promise<void> {
  const isCareful = tools.hasDied && tools.attempt > maxAttemptsTogether;
  if (!isCareful && (await processTogether(tools, key))) return;
  const event = await withTenant(tools.db, key.organizationId, (trx) => findEvent(trx, key));
  if (event === null) return;
  if (event.updates === null) {
    const letter = { ...letterOf(key, -1), reason: "unknown shape", part: event.body };
    await withTenant(tools.db, key.organizationId, (trx) =>
      insertIfNew(trx, "whatsapp_dead_letters", letter),
    );
  } else {
    for (const group of groupsOf(event.updates)) {
      if (isCareful) await processCarefully(tools, key, group);
      else await processGroup(tools, key, group);
    }
  }
  await withTenant(tools.db, key.organizationId, (trx) => finish(trx, key));
}

/** Handles the common case, a few valid updates, in one transaction. Otherwise changes nothing and returns false. */
async function processTogether(tools: ProcessEventTools, key: EventKey): Promise<boolean> {
  try {
    return await withTenant(tools.db, key.organizationId, async (trx) => {
      await lockIngestion(trx, key);
      const event = await findEvent(trx, key);
      if (event === null) return true;
      if (event.updates === null || event.updates.length > maxUpdatesPerTransaction) return false;
      await ingestUpdates(trx, tools, groupsOf(event.updates)[0] ?? []);
      await finish(trx, key);
      return true;
    });
  } catch (error) {
    if (isTransient(error, tools)) throw error;
    return false;
  }
}

/** Sorted by customer, then by time, so that two events take their locks in the same order. */
function groupsOf(updates: readonly NumberedUpdate[]): NumberedUpdate[][] {
  const sorted = updates
    .map((update) => ({ update, ...subjectOf(update) }))
    .toSorted((a, b) => compare(a.key, b.key) || a.at - b.at || a.update.ordinal - b.update.ordinal)
    .map(({ update }) => update);
  return inParts(sorted, maxUpdatesPerTransaction);
}

function subjectOf({ kind, value }: Update): { key: string; at: number } {
  const { from, from_user_id: userId, id, timestamp } = (value ?? {}) as Record<string, unknown>;
  const subject = kind === "message" ? (from ?? userId) : id;
  return { key: typeof subject === "string" ? subject : "", at: Number(timestamp) || 0 };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Ingests all in one transaction if possible, otherwise one by one, so that only an invalid update fails. */
async function processGroup(
  tools: ProcessEventTools,
  key: EventKey,
  updates: readonly NumberedUpdate[],
  onIngested?: (trx: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await withTenant(tools.db, key.organizationId, async (trx) => {
      await lockIngestion(trx, key);
      await ingestUpdates(trx, tools, updates);
      await onIngested?.(trx);
    });
  } catch (error) {
    if (isTransient(error, tools)) throw error;
    const [only, ...others] = updates;
    if (only !== undefined && others.length === 0) return void (await giveUp(tools, key, only, error));
    for (const update of updates) await processGroup(tools, key, [update]);
  }
}

/**
 * Ingests updates one by one. Each is a dead letter until it is ingested, so that one that ends the process stays a dead
 * letter, and the next attempt skips it.
 */
async function processCarefully(tools: ProcessEventTools, key: EventKey, updates: NumberedUpdate[]) {
  for (const update of updates) {
    if (!(await giveUp(tools, key, update, new UnusableUpdateError("the process died")))) continue;
    const remove = (trx: Transaction) =>
      deleteRows(trx, "whatsapp_dead_letters", letterOf(key, update.ordinal));
    try {
      await processGroup(tools, key, [update], remove);
    } catch (error) {
      // It is tried again, so it is no dead letter.
      await withTenant(tools.db, key.organizationId, remove);
      throw error;
    }
  }
}

/** The key of the dead letter of one update. */
const letterOf = ({ organizationId, eventId }: EventKey, ordinal: number) => ({
  organization_id: organizationId,
  event_id: eventId,
  ordinal,
});

/** Makes a dead letter of an update that cannot be ingested. False if it is one already. */
async function giveUp({ db, log }: ProcessEventTools, key: EventKey, update: Update, error: unknown) {
  const { ordinal, kind, value } = update;
  const reason = error instanceof UnusableUpdateError ? error.message : `not understood: ${nameOf(error)}`;
  const letter = { ...letterOf(key, ordinal), reason, part: Buffer.from(JSON.stringify(value) ?? "") };
  const isNew = await withTenant(db, key.organizationId, (trx) =>
    insertIfNew(trx, "whatsapp_dead_letters", letter),
  );
  if (isNew) log.warn({ ...key, ordinal, kind, reason }, "a WhatsApp update became a dead letter");
  return isNew;
}

async function ingestUpdates(trx: Transaction, tools: ProcessEventTools, updates: readonly NumberedUpdate[]) {
  const conversations = new Map<string, string>();
  for (const update of updates) {
    const { integration } = update;
    if (integration === undefined) throw new UnusableUpdateError("unknown shape");
    const conversationId = await ingestUpdate(trx, tools, integration, update);
    if (conversationId !== null) conversations.set(conversationId, integration.organizationId);
  }
  for (const [conversationId, organizationId] of conversations)
    await tools.jobs.enqueue(trx, "whatsapp.continue", { organizationId, conversationId });
}

/** Attempts over about ten minutes, longer than a restart or an upgrade takes. Later events wait meanwhile. */
const maxAttemptsOnUnknownError = 10;

/**
 * Whether a failure is not the update's fault, so that it is tried again. PostgreSQL's error classes 21 to 23 (data), 54
 * (limits) and P0 (rules of the schema) are the update's fault. Classes about PostgreSQL's own state (08 to 58 below) are
 * tried again for as long as it takes. All others are tried again only for a while, since the update may have caused
 * them after all, for example by a row that cannot be read.
 */
function isTransient(error: unknown, { attempt }: Pick<JobRun, "attempt">): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as { code?: string };
  const isEarly = attempt <= maxAttemptsOnUnknownError;
  const transient = isEarly ? /^(?!2[123]|54|P0)[0-9A-Z]{5}$/ : /^(08|25|40|53|55|57|58)[0-9A-Z]{3}$/;
  return isDatabaseAway(error) || transient.test(code);
}

/** Leaves out the error's message, because a validation error may quote what a customer wrote. */
function nameOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string };
  return [name, code].filter((part) => part !== undefined).join(" ");
}

/** Keeps other jobs from ingesting for the organization until commit. */
const lockIngestion = (trx: Transaction, { organizationId }: EventKey): Promise<void> =>
  lockName(trx, `whatsapp ingestion ${organizationId}`);

/** How many events are read and put in order at once. */
const maxEventsPerRead = 50;
/** A larger delivery is a batch about many customers, and is ordered by its time of arrival. */
const maxOrderedBytes = 65_536;

/**
 * The ids of events that are not ingested yet, up to and including this one. Ordered by when Meta says they were written,
 * to the second, then by arrival. Empty if this event has been ingested.
 */
async function findWaitingEvents(trx: Transaction, { organizationId, eventId }: EventKey): Promise<string[]> {
  const rows = await trx
    .selectFrom("whatsapp_events")
    .select(["id", "received_at"])
    .select(
      sql<Buffer | null>`case when octet_length(body) <= ${maxOrderedBytes} then body end`.as("small_body"),
    )
    .where(equals({ organization_id: organizationId, processed_at: null }))
    .where("received_at", "<=", (eb) =>
      eb
        .selectFrom("whatsapp_events as asked")
        .select("asked.received_at")
        .where(equals({ "asked.organization_id": organizationId, "asked.id": eventId }))
        .where("asked.processed_at", "is", null),
    )
    .orderBy("received_at")
    .orderBy("id")
    .limit(maxEventsPerRead)
    .execute();
  return rows
    .map((row) => ({ id: row.id, at: writtenAt(row.small_body) ?? row.received_at.getTime() / 1000 }))
    .toSorted((a, b) => Math.floor(a.at) - Math.floor(b.at))
    .map(({ id }) => id);
}

/** When the oldest message of a delivery was written, in seconds since 1970; null if it has no message. */
function writtenAt(body: Buffer | null): number | null {
  const messages = ((body && readEnvelope(body)) ?? []).filter(({ kind }) => kind === "message");
  const moments = messages.map((each) => subjectOf(each).at).filter((at) => at > 0);
  return moments.length === 0 ? null : Math.min(...moments);
}

/**
 * An event that has not been processed yet, with its updates about this organization's numbers or about no number;
 * `updates` is null if the body is not an envelope.
 */
async function findEvent(trx: Transaction, { organizationId, eventId }: EventKey) {
  const waiting = { ...rowId(organizationId, eventId), processed_at: null };
  const event = await findRow(trx, "whatsapp_events", waiting, ["body", "phone_number_ids"]);
  if (event === undefined || event.body === null) return null;
  const values = { organization_id: organizationId, phone_number_id: [...event.phone_number_ids, ""] };
  const columns = ["id", "phone_number_id", "updated_at"] as const;
  const rows = await findRows(trx, "whatsapp_integrations", values, columns);
  const numbers = new Map(
    rows.map((row) => [
      row.phone_number_id,
      { organizationId, integrationId: row.id, settingsChangedAt: row.updated_at },
    ]),
  );
  const ours = new Set(event.phone_number_ids);
  const updates = readEnvelope(event.body)
    ?.filter(({ phoneNumberId }) => phoneNumberId === null || ours.has(phoneNumberId))
    .map((update) => ({ ...update, integration: numbers.get(update.phoneNumberId ?? "") }));
  return { body: event.body, updates: updates ?? null };
}

async function finish(trx: Transaction, { organizationId, eventId }: EventKey): Promise<void> {
  const processed = { body: null, processed_at: new Date() };
  await updateRows(trx, "whatsapp_events", rowId(organizationId, eventId), processed);
}
