import { z } from "zod";
import { Id, Timestamp } from "./common.ts";

/** Read, chunk and index one version of a document. Every job carries its organization. */
export const ProcessDocumentJob = z.object({ organizationId: Id, documentId: Id, versionId: Id });
export type ProcessDocumentJob = z.infer<typeof ProcessDocumentJob>;

/** Embed those chunks of one version that the current model has not embedded yet. */
export const EmbedVersionJob = z.object({ organizationId: Id, versionId: Id });
export type EmbedVersionJob = z.infer<typeof EmbedVersionJob>;

/** Ingest every message and status of one stored delivery from Meta. */
export const ReceiveWhatsappJob = z.object({ organizationId: Id, eventId: Id });

/** Accepts jobs that an earlier release enqueued with an older name of a field. */
const renamed =
  (older: string, name: string) =>
  (payload: unknown): unknown => {
    const found = z.looseObject({ [older]: z.string() }).safeParse(payload);
    return found.success ? { [name]: found.data[older], ...found.data } : payload;
  };

/** Continue a WhatsApp conversation: answer waiting messages, ask for a rating when it is over, send. */
export const ContinueWhatsappJob = z.preprocess(
  // Until the release after 0.1.0.
  renamed("sessionId", "conversationId"),
  z.object({ organizationId: Id, conversationId: Id }),
);

export const FetchWhatsappFileJob = z.object({ organizationId: Id, fileId: Id });

/** Send one email. `email` is encrypted; `organizationId` may be a user's id if it belongs to no organization. */
export const SendMailJob = z.preprocess(
  // Before 0.1.0.
  renamed("letter", "email"),
  z.object({
    organizationId: Id,
    email: z.string(),
    /** The reply to a ticket that the email carries; its delivery is recorded there. */
    ticketMessageId: Id.optional(),
  }),
);
export type SendMailJob = z.infer<typeof SendMailJob>;

export const DraftTicketReplyJob = z.object({ organizationId: Id, ticketId: Id, draftId: Id });
export type DraftTicketReplyJob = z.infer<typeof DraftTicketReplyJob>;

/** Erase conversations and tickets; or remove a deleted document, created at `since`, from the sources of answers. */
export const EraseJob = z.union([
  z.object({ organizationId: Id, conversationIds: Id.array(), ticketIds: Id.array() }),
  z.object({ organizationId: Id, documentId: Id, since: Timestamp }),
]);
export type EraseJob = z.infer<typeof EraseJob>;

/** Ask an organization's golden questions with the live versions. */
export const AskGoldenQuestionsJob = z.object({
  organizationId: Id,
  /** Questions that were asked after this time are skipped. */
  since: Timestamp,
});
