import { minPartBytes, maxObjectBytes } from "../../../contract/limits.ts";
import {
  FileNotStoredError,
  nullIfNotStored,
  type SentPart,
  type SignedUploads,
  type Storage,
  type StoredPart,
} from "../../clients/storage.ts";
import { withTenant, type Database } from "../../database/database.ts";
import { updateRows, rowId } from "../../database/rows.ts";
import { badRequest } from "../../errors.ts";
import { noSuchUpload, objectTooLarge, type ObjectUpload } from "./object-uploads.ts";

/**
 * Joins the parts that the browser sent into one object. Does nothing for an upload that is already assembled.
 * Throws invalid_part_order, invalid_part, part_too_small, too_large and not_found.
 */
export async function completeParts(
  { db, storage }: { db: Database; storage: Storage },
  uploads: SignedUploads,
  upload: ObjectUpload,
  requested: SentPart[],
): Promise<void> {
  if (upload.assembled) return;
  if (!upload.inParts) throw noSuchUpload();
  try {
    checkParts(await uploads.listParts(upload), requested);
    await uploads.assemble(upload, requested);
  } catch (error) {
    // If another request is completing the upload at the same time, its parts may disappear at any point here.
    const stored = await storage.readHead(upload.storageKey, 1).catch(nullIfNotStored);
    if (stored === null) throw error instanceof FileNotStoredError ? noSuchUpload() : error;
  }
  await withTenant(db, upload.organizationId, (trx) =>
    updateRows(trx, "object_uploads", rowId(upload.organizationId, upload.id), { assembled_at: new Date() }),
  );
  await uploads.abandon(upload);
}

/** The rules of S3: numbers from 1 without gaps, ETags as they were returned, no part but the last below the minimum. */
function checkParts(stored: StoredPart[], requested: SentPart[]): void {
  const byNumber = new Map(stored.map((part) => [part.partNumber, part]));
  let total = 0;
  requested.forEach(({ partNumber, etag }, at) => {
    const part = byNumber.get(partNumber);
    if (partNumber !== at + 1) {
      throw badRequest("invalid_part_order", "List the parts in order, starting at 1, without gaps.");
    }
    if (part === undefined || withoutQuotes(part.etag) !== withoutQuotes(etag)) {
      throw badRequest("invalid_part", `Part ${partNumber} is missing or was replaced. Upload it again.`);
    }
    if (part.sizeBytes < minPartBytes && at < requested.length - 1) {
      throw badRequest(
        "part_too_small",
        `Part ${partNumber} is smaller than 5 MB. Only the last part can be.`,
      );
    }
    total += part.sizeBytes;
  });
  if (total > maxObjectBytes) throw objectTooLarge();
}

/** Some clients send the ETag with its quotes, others without. */
const withoutQuotes = (etag: string): string => etag.replaceAll('"', "");
