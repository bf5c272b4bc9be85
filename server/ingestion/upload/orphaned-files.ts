import type { Context } from "../../context.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { deleteRows } from "../../database/rows.ts";
import { describeError } from "../../errors.ts";

/** Longer than any upload request takes. */
const uploadGraceMs = 7_200_000;
const filesPerBatch = 500;

export type FileTools = Pick<Context, "db" | "storage" | "log">;

/** Call before storing a file. Unless `claimFile` is called, the file is deleted two hours after `lastRequest`. */
export async function announceFile(db: Database, storageKey: string, lastRequest = new Date()) {
  const deleteAfter = new Date(lastRequest.getTime() + uploadGraceMs);
  await db
    .insertInto("orphaned_files")
    .values({ storage_key: storageKey, delete_after: deleteAfter })
    .execute();
}

/** Call in the transaction that writes the row which owns the file. Throws if the file has been deleted already. */
export async function claimFile(trx: Transaction, storageKey: string): Promise<void> {
  if (!(await deleteRows(trx, "orphaned_files", { storage_key: storageKey })))
    throw new Error("a file was deleted before it was claimed");
}

/** Call in the transaction that deletes the rows which own the files; they are deleted soon after. */
export async function orphanFiles(trx: Transaction, storageKeys: string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  const rows = storageKeys.map((key) => ({ storage_key: key, delete_after: new Date() }));
  await trx
    .insertInto("orphaned_files")
    .values(rows)
    .onConflict((oc) => oc.column("storage_key").doUpdateSet({ delete_after: new Date() }))
    .execute();
}

/** Deletes files that no row owns, and their entries. Stops at an error; `deleteOrphanedFiles` continues later. */
export async function deleteFiles(tools: FileTools, keys: string[], storeUploadId: string | null = null) {
  const { db, storage, log } = tools;
  for (const storageKey of keys) {
    try {
      if (storeUploadId !== null) await storage.signedUploads?.abandon({ storageKey, storeUploadId });
      await storage.delete(storageKey);
      await db.deleteFrom("orphaned_files").where("storage_key", "=", storageKey).execute();
    } catch (error) {
      log.warn({ err: describeError(error), storageKey }, "an orphaned file was not deleted");
      // The others might take as long to fail.
      return;
    }
  }
}

/** Deletes files that crashes, abandoned uploads and storage errors have left behind. Continues after an error. */
export async function deleteOrphanedFiles(tools: FileTools): Promise<void> {
  for (let last = ""; ;) {
    const due = await tools.db
      .selectFrom("orphaned_files")
      .select(["storage_key", "store_upload_id"])
      .where("delete_after", "<", new Date())
      .where("storage_key", ">", last)
      .orderBy("storage_key")
      .limit(filesPerBatch)
      .execute();
    for (const file of due) await deleteFiles(tools, [file.storage_key], file.store_upload_id);
    if (due.length < filesPerBatch) return;
    last = due.at(-1)?.storage_key ?? last;
  }
}
