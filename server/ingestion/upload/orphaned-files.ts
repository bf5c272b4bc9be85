import type { Storage } from "../../clients/storage.ts";
import type { Database, Transaction } from "../../database/database.ts";

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

/** Call in the transaction that writes the row which owns the file. */
export async function claimFile(trx: Transaction, storageKey: string): Promise<void> {
  await trx.deleteFrom("orphaned_files").where("storage_key", "=", storageKey).execute();
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

/** Deletes the files that crashes and abandoned uploads left behind. */
export async function deleteOrphanedFiles(db: Database, storage: Storage): Promise<void> {
  for (;;) {
    const due = await db
      .selectFrom("orphaned_files")
      .select(["storage_key", "store_upload_id"])
      .where("delete_after", "<", new Date())
      .limit(batch)
      .execute();
    for (const { storage_key: storageKey, store_upload_id: storeUploadId } of due) {
      if (storeUploadId !== null) await storage.signedUploads?.abandon({ storageKey, storeUploadId });
      await deleteFiles(db, storage, [storageKey]);
    }
    if (due.length < batch) return;
  }
}
