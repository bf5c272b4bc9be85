import type { Logger } from "pino";
import { z } from "zod";
import type { SendMailJob } from "../contract/jobs.ts";
import { dayMs } from "../contract/limits.ts";
import { countWithin, emailLimits } from "./auth/attempt-limits.ts";
import type { SecretBox } from "./auth/secret-box.ts";
import { MailRefusedError, openSmtpClient } from "./clients/smtp.ts";
import type { Config } from "./config.ts";
import type { Transaction } from "./database/database.ts";
import { readRow } from "./database/rows.ts";
import type { JobHandler, Jobs } from "./jobs.ts";
import { AppError, describeError } from "./errors.ts";
import type { SecretKeys } from "./secret-key.ts";

const stepTimeoutMs = 15_000;
/** An organization may send only this share of the daily emails in its first week, since anyone can create one. */
const newOrganizationShare = 0.1;
const newOrganizationMs = 7 * dayMs;
/** Binds the ciphertext of a queued email to its use, see SecretBox. */
export const mailPlace = "mail";

const Email = z.object({ to: z.string(), subject: z.string(), text: z.string() });
/** Plain text: an empty line between paragraphs, each link on a line of its own. */
export type Email = z.infer<typeof Email>;

/** Email to people, sent by the worker. */
export type Mail = ReturnType<typeof openMail>;

/** Emails are encrypted in the queue: an address, or a link that signs its reader in, belongs in no table and no log. */
export function openMail(config: Config, jobs: Jobs, secrets: SecretBox, secretKeys: SecretKeys) {
  const isSetUp = config.mail !== undefined;

  /**
   * Sends the email once `trx` commits; does nothing without a mail server. `sender` is the organization or
   * user that it is sent for: the queue takes turns between senders. With `ticketMessageId`, the delivery of
   * that reply is recorded.
   */
  async function send(
    trx: Transaction,
    sender: string,
    email: Email,
    options?: Pick<SendMailJob, "ticketMessageId">,
  ): Promise<void> {
    if (!isSetUp) return;
    const sealed = secrets.seal(JSON.stringify(email), mailPlace).toString("base64");
    await jobs.enqueue(trx, "mail.send", { organizationId: sender, email: sealed, ...options });
  }

  return {
    /** Whether a mail server is configured; without one, the screens show links to copy. */
    isSetUp,
    send,
    /**
     * As `send`, for an email to an address that a member chose. False if it is not sent: there is no mail server, or
     * the organization has reached a limit (decision 0202). Takes its locks after all others of the transaction.
     */
    async sendWithinLimits(
      trx: Transaction,
      organizationId: string,
      email: Email,
      options?: Pick<SendMailJob, "ticketMessageId">,
    ): Promise<boolean> {
      if (!isSetUp) return false;
      const { created_at } = await readRow(trx, "organizations", { id: organizationId }, ["created_at"]);
      const isNew = Date.now() - created_at.getTime() < newOrganizationMs;
      const maxPerDay = isNew ? Math.ceil(config.emailsPerDay * newOrganizationShare) : config.emailsPerDay;
      try {
        if (maxPerDay < Infinity)
          await countWithin(trx, secretKeys, emailLimits(organizationId, email.to, maxPerDay));
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
      await send(trx, organizationId, email, options);
      return true;
    },
  };
}

/**
 * Sends emails by SMTP. One that the server refuses for good is not tried again. `onSettled` is called when the mail
 * server has accepted an email, or refused it for good.
 */
export function mailJob(
  { config, secrets, log }: { config: Config; secrets: SecretBox; log: Logger },
  onSettled: (job: SendMailJob, wasAccepted: boolean) => Promise<void>,
): JobHandler<"mail.send"> {
  const client = config.mail && openSmtpClient(config.mail, stepTimeoutMs);
  const { hostname } = new URL(config.publicUrl);
  return {
    async run(job, { id }) {
      const { email } = job;
      const { to, subject, text } = Email.parse(
        JSON.parse(secrets.open(Buffer.from(email, "base64"), mailPlace)),
      );
      try {
        await client?.send({ to, subject, text, html: toHtml(text), messageId: `<${id}@${hostname}>` });
      } catch (error) {
        if (!(error instanceof MailRefusedError && error.isFinal)) throw error;
        log.warn({ err: describeError(error), job: { id } }, "an email was refused for good");
        return onSettled(job, false);
      }
      await onSettled(job, client !== undefined);
    },
    // The queue has logged it; the recipient can request another.
    exhausted: (job) => onSettled(job, false),
  };
}

/** The same email as HTML: paragraphs, and links that can be clicked. */
function toHtml(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(escaped(paragraph)).replaceAll("\n", "<br>")}</p>`);
  return `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">${paragraphs.join("")}</body></html>`;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] as string);
const linked = (html: string): string =>
  html.replaceAll(/^https?:\/\/\S+$/gm, (address) => `<a href="${address}">${address}</a>`);
