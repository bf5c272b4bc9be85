import type { Storage } from "../../clients/storage.ts";
import type { Context } from "../../context.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { describeError } from "../../errors.ts";

/** Longer than any upload request takes. */
const uploadGraceMs = 7_200_000;
const batch = 500;

/** Call before storing a file: unless `claimFile` is called before `deleteAfter`, the file is deleted. */
export async function announceFile(
  db: Database,
  storageKey: string,
  deleteAfter = new Date(Date.now() + uploadGraceMs),
): Promise<void> {
  await db
    .insertInto("orphaned_files")
    .values({ storage_key: storageKey, delete_after: deleteAfter })
    .execute();
}

/** Call in the transaction that writes the row which owns the file. Throws where it was deleted before. */
export async function claimFile(trx: Transaction, storageKey: string): Promise<void> {
  await trx
    .deleteFrom("orphaned_files")
    .where("storage_key", "=", storageKey)
    .returning("storage_key")
    .executeTakeFirstOrThrow(() => new Error("a file was deleted before it was claimed"));
}

/** Call in the transaction that deletes the rows which own the files; they are deleted soon after. */
export async function orphanFiles(trx: Transaction, storageKeys: string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  const rows = storageKeys.map((key) => ({ storage_key: key, delete_after: new Date() }));
  await trx
    .insertInto("orphaned_files")
    .values(rows)
    .onConflict((conflict) => conflict.column("storage_key").doUpdateSet({ delete_after: new Date() }))
    .execute();
}

/** Deletes files that no row owns, together with their entries here. */
export async function deleteFiles(db: Database, storage: Storage, storageKeys: string[]): Promise<void> {
  for (const key of storageKeys) {
    await storage.delete(key);
    await db.deleteFrom("orphaned_files").where("storage_key", "=", key).execute();
  }
}

/** Deletes the files that crashes and abandoned uploads left behind. One that cannot be deleted holds up no other. */
export async function deleteOrphanedFiles({ db, storage, log }: Pick<Context, "db" | "storage" | "log">) {
  for (let last = ""; ;) {
    const due = await db
      .selectFrom("orphaned_files")
      .select(["storage_key", "store_upload_id"])
      .where("delete_after", "<", new Date())
      .where("storage_key", ">", last)
      .orderBy("storage_key")
      .limit(batch)
      .execute();
    for (const { storage_key: storageKey, store_upload_id: storeUploadId } of due) {
      last = storageKey;
      try {
        if (storeUploadId !== null) await storage.signedUploads?.abandon({ storageKey, storeUploadId });
        await deleteFiles(db, storage, [storageKey]);
      } catch (error) {
        log.warn({ err: describeError(error), storageKey }, "an orphaned file was not deleted");
      }
    }
    if (due.length < batch) return;
  }
}
