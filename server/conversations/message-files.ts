import { sql } from "kysely";
import { MessageFile } from "../../contract/message-files.ts";
import { equals, inTenant, type Key, type Transaction } from "../database/database.ts";
import { fromRow } from "../database/rows.ts";

type FileKey = Key<"conversationId" | "fileId">;

const extensions: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "audio/ogg": "ogg",
  "audio/mpeg": "mp3",
  "audio/aac": "aac",
  "audio/amr": "amr",
  "audio/mp4": "m4a",
  "video/mp4": "mp4",
  "video/3gpp": "3gp",
  "application/pdf": "pdf",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
};

const titles: Record<MessageFile["kind"], string> = {
  image: "Picture",
  audio: "Voice message",
  video: "Video",
  document: "Document",
  sticker: "Sticker",
};

const reasons: Record<string, string> = {
  too_large: "This file is larger than this server accepts.",
  gone: "WhatsApp no longer has this file.",
  disconnected: "The WhatsApp number was disconnected before the file arrived.",
};

/** The files of messages, by the id of the message. */
export async function readMessageFiles(trx: Transaction, organizationId: string, messageIds: string[]) {
  if (messageIds.length === 0) return new Map();
  return byMessage(selectFiles(trx, organizationId).where("message_files.message_id", "in", messageIds));
}

/** The files of conversations with any number of messages, by the id of the message. */
export const readFilesOf = (trx: Transaction, organizationId: string, conversationIds: string[]) =>
  byMessage(
    selectFiles(trx, organizationId).where(sql<boolean>`messages.conversation_id = any(${conversationIds})`),
  );

async function byMessage(files: ReturnType<typeof selectFiles>): Promise<Map<string, MessageFile>> {
  return new Map((await files.execute()).map((row) => [row.message_id, toMessageFile(row)]));
}

/** A stored file of a conversation, to be sent to a browser; null if there is none. */
export async function findMessageFile(trx: Transaction, { organizationId, conversationId, fileId }: FileKey) {
  const row = await selectFiles(trx, organizationId)
    .where(equals({ "message_files.id": fileId, "messages.conversation_id": conversationId }))
    .executeTakeFirst();
  if (row === undefined || row.storage_key === null || row.media_type === null || row.size_bytes === null)
    return null;
  const file = toMessageFile(row);
  return {
    name: file.name,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    storageKey: row.storage_key,
    isShown: file.shownAs !== null,
  };
}

function selectFiles(trx: Transaction, organizationId: string) {
  return trx
    .selectFrom("message_files")
    .innerJoin("messages", inTenant("messages.id", "message_files.message_id"))
    .selectAll("message_files")
    .select("messages.conversation_id")
    .where("message_files.organization_id", "=", organizationId);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectFiles>["execute"]>>[number];

function toMessageFile(row: Row): MessageFile {
  const kind = MessageFile.shape.kind.parse(row.kind);
  const extension = row.media_type === null ? undefined : extensions[row.media_type];
  const named = extension === undefined ? titles[kind] : `${titles[kind]}.${extension}`;
  return fromRow(MessageFile, {
    ...row,
    name: row.name ?? named,
    reason: row.reason === null ? null : (reasons[row.reason] ?? null),
    shown_as: shownAs(row.media_type),
    url: row.storage_key === null ? null : `/api/conversations/${row.conversation_id}/files/${row.id}`,
  });
}

/** How a browser shows a file; null for types that could run scripts or that it can't show. */
function shownAs(mediaType: string | null): MessageFile["shownAs"] {
  if (mediaType === null || mediaType === "image/svg+xml") return null;
  const [kind] = mediaType.split("/");
  return kind === "image" || kind === "audio" || kind === "video" ? kind : null;
}
