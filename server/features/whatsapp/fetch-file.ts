import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Updateable } from "kysely";
import { dayMs } from "../../../contract/limits.ts";
import { headBytes } from "../../../document-reader/detect-type.ts";
import type { GraphSender } from "../../clients/graph-api.ts";
import { findMedia, GraphMediaError, openMedia } from "../../clients/graph-media.ts";
import type { Context } from "../../context.ts";
import { equals, inTenant, withTenant, type Transaction, type Key } from "../../database/database.ts";
import type { DB } from "../../database/schema.ts";
import { announceFile, claimFile, orphanFiles } from "../../ingestion/upload/orphaned-files.ts";
import type { JobRun } from "../../jobs.ts";
import { mediaTypeOf } from "./media-type.ts";
import { findNumber, markBroken, senderOf } from "./number.ts";
import { problemOf } from "./send-failure.ts";

type FetchTools = Pick<Context, "config" | "db" | "events" | "storage" | "secrets">;

export type FileKey = Key<"fileId">;

/** Meta may not know a new file yet, so "not found" is final only at this attempt. */
const maxAttemptsIfGone = 4;
/** Meta keeps customers' files for seven days. */
const mediaLifetimeMs = 7 * dayMs;

type Missing = "too_large" | "gone" | "disconnected";

/**
 * Fetches a file from Meta into the storage; fetching it twice changes nothing. Throws when another attempt may
 * help; a permanent failure is recorded instead.
 */
export async function fetchFile(tools: FetchTools, key: FileKey, job: JobRun): Promise<void> {
  const waiting = await withTenant(tools.db, key.organizationId, (trx) => findWaiting(trx, tools, key));
  if (waiting === null) return;
  const { number, sender } = waiting;
  if (number === null) return recordMissing(tools, key, "disconnected", null);
  if (sender === null) throw new GraphMediaError("the access token cannot be read");
  try {
    await fetchAs(tools, key, job, { ...waiting, sender });
  } catch (error) {
    if (!(error instanceof GraphMediaError)) throw error;
    if (error.isGone && job.attempt >= maxAttemptsIfGone) return recordMissing(tools, key, "gone", null);
    const problem = problemOf(error.code);
    if (problem !== null) {
      const broken = { ...number, problem };
      await withTenant(tools.db, key.organizationId, (trx) => markBroken(trx, tools.events, broken));
    }
    throw error;
  }
}

/** After all attempts: whether Meta may still have the file. If not, records that it is missing. */
export async function isWorthAnotherRound(tools: FetchTools, key: FileKey): Promise<boolean> {
  const waiting = await withTenant(tools.db, key.organizationId, (trx) => findWaiting(trx, tools, key));
  if (waiting === null) return false;
  if (Date.now() - waiting.sentAt.getTime() < mediaLifetimeMs) return true;
  await recordMissing(tools, key, "gone", null);
  return false;
}

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaiting>>>;

/** A file that is still to be fetched; `number` and `sender` are null when the number was disconnected. */
async function findWaiting(trx: Transaction, { secrets }: FetchTools, { organizationId, fileId }: FileKey) {
  const row = await trx
    .selectFrom("message_files")
    .innerJoin("messages", inTenant("messages.id", "message_files.message_id"))
    .select(["message_files.kind", "media_id", "message_files.created_at", "conversation_id"])
    .where("message_files.organization_id", "=", organizationId)
    .where(equals({ "message_files.id": fileId, state: "waiting" }))
    .executeTakeFirst();
  if (row === undefined) return null;
  // Files are fetched for inactive numbers, too, so that nothing is lost.
  const number = await findNumber(trx, { organizationId, conversationId: row.conversation_id });
  const sender = number && senderOf(secrets, number);
  return { kind: row.kind, mediaId: row.media_id, sentAt: row.created_at, number, sender };
}

async function fetchAs(
  tools: FetchTools,
  key: FileKey,
  { signal }: JobRun,
  { kind, mediaId, sender }: Waiting & { sender: GraphSender },
): Promise<void> {
  const { config, db, storage } = tools;
  const { maxFileBytes } = config.whatsapp;
  const address = await findMedia(config.whatsapp.graphUrl, sender, mediaId, signal);
  if ((address.sizeBytes ?? 0) > maxFileBytes)
    return recordMissing(tools, key, "too_large", address.sizeBytes);
  const { stream, sizeBytes } = await openMedia(address.url, sender, signal);
  if ((sizeBytes ?? 0) > maxFileBytes) {
    stream.destroy();
    return recordMissing(tools, key, "too_large", sizeBytes);
  }
  const storageKey = `${key.organizationId}/messages/${randomUUID()}`;
  await announceFile(db, storageKey);
  const stored = await put(tools, storageKey, stream, signal);
  if (stored === null) return recordMissing(tools, key, "too_large", null);
  if (address.sizeBytes !== null && address.sizeBytes !== stored.sizeBytes)
    throw new GraphMediaError("the file ended early");
  const mediaType = await mediaTypeOf(await storage.readHead(storageKey, headBytes), {
    isAudio: kind === "audio",
    readWhole: () => storage.read(storageKey),
  });
  await withTenant(db, key.organizationId, async (trx) => {
    const isFirst = await record(trx, tools, key, {
      state: "stored",
      storage_key: storageKey,
      media_type: mediaType,
      size_bytes: stored.sizeBytes,
    });
    // Else another job was faster, or the message was deleted meanwhile.
    await (isFirst ? claimFile(trx, storageKey) : orphanFiles(trx, [storageKey]));
  });
}

/** Null when the file is too large. */
async function put(
  { storage, config }: FetchTools,
  storageKey: string,
  stream: Readable,
  signal: AbortSignal,
): Promise<{ sizeBytes: number } | null> {
  let left = config.whatsapp.maxFileBytes;
  async function* limited() {
    for await (const bytes of stream as AsyncIterable<Uint8Array>) {
      left -= bytes.length;
      if (left < 0) throw new Error("the file is too large");
      yield bytes;
    }
  }
  try {
    return await storage.put(storageKey, Readable.from(limited()), { signal });
  } catch (error) {
    if (left < 0) return null;
    // The disk or the connection to Meta failed; another attempt may help.
    throw error;
  } finally {
    stream.destroy();
  }
}

async function recordMissing(tools: FetchTools, key: FileKey, reason: Missing, sizeBytes: number | null) {
  await withTenant(tools.db, key.organizationId, (trx) =>
    record(trx, tools, key, { state: "missing", reason, size_bytes: sizeBytes }),
  );
}

/** Records the result for a waiting file and publishes it; false when it is not waiting any more. */
async function record(
  trx: Transaction,
  { events }: FetchTools,
  { organizationId, fileId }: FileKey,
  set: Updateable<DB["message_files"]>,
): Promise<boolean> {
  const updated = await trx
    .updateTable("message_files as file")
    .from("messages as message")
    .set(set)
    .whereRef("message.id", "=", "file.message_id")
    .where(equals({ "file.organization_id": organizationId, "file.id": fileId, state: "waiting" }))
    .where("message.organization_id", "=", organizationId)
    .returning(["file.message_id", "message.conversation_id"])
    .executeTakeFirst();
  if (updated === undefined) return false;
  await events.publish(trx, organizationId, { type: "conversation.updated", id: updated.conversation_id });
  const tickets = await trx
    .selectFrom("ticket_messages")
    .select("ticket_id")
    .distinct()
    .where(equals({ organization_id: organizationId, message_id: updated.message_id }))
    .execute();
  for (const { ticket_id: id } of tickets)
    await events.publish(trx, organizationId, { type: "ticket.updated", id });
  return true;
}
