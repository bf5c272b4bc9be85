import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { HeadingLevel, Document as WordDocument, Packer, Paragraph } from "docx";
import type { Audience } from "../contract/common.ts";
import { Document } from "../contract/documents.ts";
import type { Account } from "./accounts.ts";
import { nextPollMs, waitMs } from "./patience.ts";

/** A multipart/form-data body for `inject` or `fetch`. Fields come before the file. */
export function multipart(
  fields: Record<string, string>,
  file: { name: string; bytes: Uint8Array; type?: string },
): { headers: Record<string, string>; payload: Buffer } {
  const boundary = `----sizana${randomUUID()}`;
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\n` +
    `content-type: ${file.type ?? "application/octet-stream"}\r\n\r\n`;
  const payload = Buffer.concat([
    ...parts,
    Buffer.from(head),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { headers: { "content-type": `multipart/form-data; boundary=${boundary}` }, payload };
}

/** Uploads a file and returns the document as the reply shows it (status `processing`). */
export async function uploadDocument(
  account: Account,
  file: { name: string; bytes: Uint8Array; type?: string },
  audience: Audience = "internal",
): Promise<Document> {
  const url = `/api/organizations/${account.organizationId}/documents/upload`;
  const reply = await account.request("POST", url, multipart({ type: audience }, file));
  if (reply.statusCode !== 201) throw new Error(`the upload failed: ${reply.statusCode} ${reply.body}`);
  return Document.parse(reply.json());
}

/** The document once it is `completed` or in `error`. */
export async function waitForDocument(account: Account, id: string): Promise<Document> {
  const begunAt = Date.now();
  for (;;) {
    const reply = await account.request("GET", `/api/documents/${id}`);
    if (reply.statusCode !== 200) throw new Error(`no document: ${reply.statusCode} ${reply.body}`);
    const document = Document.parse(reply.json());
    if (document.status !== "processing") return document;
    if (Date.now() > begunAt + waitMs) throw new Error(`the document is still processing after ${waitMs} ms`);
    await delay(nextPollMs(begunAt));
  }
}

/** A Word document with these paragraphs. */
export function wordBytes(paragraphs: readonly (string | { heading: string })[]): Promise<Buffer> {
  const children = paragraphs.map((each) =>
    typeof each === "string"
      ? new Paragraph(each)
      : new Paragraph({ text: each.heading, heading: HeadingLevel.HEADING_1 }),
  );
  return Packer.toBuffer(new WordDocument({ sections: [{ children }] }));
}

/** Uploads a Word document with these paragraphs and waits until it is live. */
export async function addWordDocument(
  account: Account,
  name: string,
  paragraphs: readonly (string | { heading: string })[],
  audience: Audience = "internal",
): Promise<Document> {
  const bytes = await wordBytes(paragraphs);
  const { id } = await uploadDocument(account, { name, bytes }, audience);
  const document = await waitForDocument(account, id);
  if (document.status !== "completed") throw new Error(`${name} ended in ${document.error?.code}`);
  return document;
}
