import { z } from "zod";
import { Id } from "./common.ts";

/** Read, chunk and index one version of a document. Every job carries its organization. */
export const ProcessDocumentJob = z.object({ organizationId: Id, documentId: Id, versionId: Id });
export type ProcessDocumentJob = z.infer<typeof ProcessDocumentJob>;

/** Embed the chunks of one version that are not embedded with the present model. */
export const EmbedVersionJob = z.object({ organizationId: Id, versionId: Id });
export type EmbedVersionJob = z.infer<typeof EmbedVersionJob>;

/** Take in what Meta delivered: every message and status of one stored event. */
export const ReceiveWhatsappJob = z.object({ organizationId: Id, eventId: Id });
export type ReceiveWhatsappJob = z.infer<typeof ReceiveWhatsappJob>;

/** Bring a WhatsApp conversation up to date: answer what waits, ask for a rating when it is over, send. */
export const ContinueWhatsappJob = z.object({ organizationId: Id, sessionId: Id });
export type ContinueWhatsappJob = z.infer<typeof ContinueWhatsappJob>;

/** Fetch the file of one message from Meta. */
export const FetchWhatsappFileJob = z.object({ organizationId: Id, fileId: Id });
export type FetchWhatsappFileJob = z.infer<typeof FetchWhatsappFileJob>;

/** Send one mail. The letter is encrypted; instead of an organization it may be for a user. */
export const SendMailJob = z.object({
  organizationId: Id,
  letter: z.string(),
  /** The reply to a ticket that the letter carries; the ticket then says what became of it. */
  ticketMessageId: Id.optional(),
});
export type SendMailJob = z.infer<typeof SendMailJob>;

/** Write the draft of a reply to a ticket. */
export const DraftTicketReplyJob = z.object({ organizationId: Id, ticketId: Id, draftId: Id });
export type DraftTicketReplyJob = z.infer<typeof DraftTicketReplyJob>;
