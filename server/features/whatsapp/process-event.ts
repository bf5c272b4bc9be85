import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import { readEnvelope, type Update } from "./envelope.ts";
import { takeIn, UnusableUpdateError, type IntegrationOfUpdate } from "./take-in.ts";

type Tools = Pick<Context, "db" | "events" | "jobs" | "log">;
interface EventKey {
  organizationId: string;
  eventId: string;
}
type Numbers = ReadonlyMap<string, IntegrationOfUpdate>;

/** Updates that are taken in by one transaction, unless one of them spoils it. */
const groupSize = 50;

/**
 * Takes in everything of a stored event. What cannot be taken in is kept aside and holds up nothing
 * else. Stands being run twice.
 */
export async function processEvent(tools: Tools, key: EventKey): Promise<void> {
  if (await processAtOnce(tools, key)) return;
  const event = await withTenant(tools.db, key.organizationId, (trx) => findEvent(trx, key));
  if (event === null) return;
  if (event.updates === null) {
    await withTenant(tools.db, key.organizationId, (trx) =>
      setAside(trx, key, -1, "unknown shape", event.body),
    );
  } else {
    for (const group of groupsOf(event.updates)) await processGroup(tools, key, event.numbers, group);
  }
  await withTenant(tools.db, key.organizationId, (trx) => finish(trx, key));
}

/** The common case, a few good updates, in one transaction. False when it is not, and nothing is done. */
async function processAtOnce(tools: Tools, key: EventKey): Promise<boolean> {
  try {
    return await withTenant(tools.db, key.organizationId, async (trx) => {
      const event = await findEvent(trx, key);
      if (event === null) return true;
      if (event.updates === null || event.updates.length > groupSize) return false;
      await takeInAll(trx, tools, key, event.numbers, groupsOf(event.updates)[0] ?? []);
      await finish(trx, key);
      return true;
    });
  } catch (error) {
    if (isPassing(error)) throw error;
    return false;
  }
}

/** In the order in which things happened, customer by customer: two events then lock in one order. */
function groupsOf(updates: readonly Update[]): Update[][] {
  const sorted = updates
    .map((update) => ({ update, subject: subjectOf(update) }))
    .toSorted(
      (a, b) =>
        compare(a.subject.key, b.subject.key) ||
        a.subject.at - b.subject.at ||
        a.update.ordinal - b.update.ordinal,
    )
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

/** All at once where that works, else one by one, so that a bad one is alone with its failure. */
async function processGroup(
  tools: Tools,
  key: EventKey,
  numbers: Numbers,
  group: readonly Update[],
): Promise<void> {
  const { db, log } = tools;
  const all = (updates: readonly Update[]) =>
    withTenant(db, key.organizationId, (trx) => takeInAll(trx, tools, key, numbers, updates));
  try {
    return await all(group);
  } catch (error) {
    if (isPassing(error)) throw error;
  }
  for (const update of group) {
    try {
      await all([update]);
    } catch (error) {
      if (isPassing(error)) throw error;
      const reason =
        error instanceof UnusableUpdateError ? error.message : `not understood: ${nameOf(error)}`;
      log.warn(
        { ...key, ordinal: update.ordinal, kind: update.kind, reason },
        "a WhatsApp update was kept aside",
      );
      const part = Buffer.from(JSON.stringify(update.value) ?? "");
      await withTenant(db, key.organizationId, (trx) => setAside(trx, key, update.ordinal, reason, part));
    }
  }
}

async function takeInAll(
  trx: Transaction,
  tools: Tools,
  { organizationId }: EventKey,
  numbers: Numbers,
  updates: readonly Update[],
): Promise<void> {
  const sessions = new Set<string>();
  for (const update of updates) {
    const integration = update.phoneNumberId === null ? undefined : numbers.get(update.phoneNumberId);
    if (integration === undefined) throw new UnusableUpdateError("unknown shape");
    const sessionId = await takeIn(trx, tools, integration, update);
    if (sessionId !== null) sessions.add(sessionId);
  }
  for (const sessionId of sessions)
    await tools.jobs.enqueue(trx, "whatsapp.continue", { organizationId, sessionId });
}

/** Nothing to do with the update: the database was away, or two transactions stood in each other's way. */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? "";
  const message = error instanceof Error ? error.message : "";
  return (
    /^(ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|08\w{3}|57P0\d|53\w{3}|40001|40P01|55P03)$/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated/i.test(message)
  );
}

/** Never the message: a validation error may quote what a customer wrote. */
function nameOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string };
  return [name, code].filter((part) => part !== undefined).join(" ");
}

interface StoredEvent {
  body: Buffer;
  /** Those about numbers of this organization or of none; null: the body is no envelope. */
  updates: Update[] | null;
  numbers: Numbers;
}

/** An event that has not been taken in yet. */
async function findEvent(
  trx: Transaction,
  { organizationId, eventId }: EventKey,
): Promise<StoredEvent | null> {
  const event = await trx
    .selectFrom("whatsapp_events")
    .select(["body", "phone_number_ids"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", eventId)
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

async function setAside(
  trx: Transaction,
  key: EventKey,
  ordinal: number,
  reason: string,
  part: Buffer,
): Promise<void> {
  await trx
    .insertInto("whatsapp_set_aside")
    .values({ organization_id: key.organizationId, event_id: key.eventId, ordinal, reason, part })
    .onConflict((repeated) => repeated.doNothing())
    .execute();
}

/** Meta repeats itself for seven days; what customers wrote is kept no longer than it is of use. */
const hashesKeptDays = 14;
const asideKeptDays = 30;

/** Closes an event, and forgets old ones. */
async function finish(trx: Transaction, { organizationId, eventId }: EventKey): Promise<void> {
  await sql`
    with old_parts as (
      delete from whatsapp_set_aside
      where organization_id = ${organizationId} and created_at < now() - make_interval(days => ${asideKeptDays})
    ), old_statuses as (
      delete from whatsapp_statuses
      where organization_id = ${organizationId} and received_at < now() - make_interval(days => ${hashesKeptDays})
    ), old_events as (
      delete from whatsapp_events event
      where organization_id = ${organizationId} and processed_at < now() - make_interval(days => ${hashesKeptDays})
        and not exists (
          select from whatsapp_set_aside part
          where part.organization_id = event.organization_id and part.event_id = event.id
        )
    )
    update whatsapp_events set body = null, processed_at = now()
    where organization_id = ${organizationId} and id = ${eventId}`.execute(trx);
}
