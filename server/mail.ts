import { z } from "zod";
import type { SendMailJob } from "../contract/jobs.ts";
import { openSecretBox } from "./auth/secret-box.ts";
import { MailRefusedError, openSmtpClient } from "./clients/smtp.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import type { Transaction } from "./database/database.ts";
import type { JobHandler, Jobs } from "./jobs.ts";
import type { SecretKeys } from "./secret-key.ts";
import { describeError } from "./errors.ts";

const stepTimeoutMs = 15_000;
/** Where a letter stands that waits in the queue. */
export const placeOfLetter = "mail";

const Letter = z.object({ to: z.string(), subject: z.string(), text: z.string() });
/** A mail as it is written: paragraphs apart by empty lines, addresses of pages on lines of their own. */
export type Letter = z.infer<typeof Letter>;

/** Mail to people, sent by the worker. */
export interface Mail {
  /** Whether there is a mail server; otherwise links are shown to be copied. */
  readonly isSetUp: boolean;
  /**
   * Sends the letter once `trx` commits; does nothing where mail is not set up. `sender` is whom it is
   * sent for, an organization or a user: one's backlog leaves the others their turn. `carried` names what
   * is to be told what became of the letter.
   */
  send(
    trx: Transaction,
    sender: string,
    letter: Letter,
    carried?: Pick<SendMailJob, "ticketMessageId">,
  ): Promise<void>;
}

/**
 * A letter waits in the queue encrypted: it carries an address and often a link that lets in whoever
 * has it, and neither belongs into the tables of the queue or the log.
 */
export function openMail(config: Config, jobs: Jobs, secretKeys: SecretKeys): Mail {
  const box = openSecretBox(secretKeys);
  return {
    isSetUp: config.mail !== undefined,
    async send(trx, sender, letter, carried) {
      if (config.mail === undefined) return;
      const sealed = box.seal(JSON.stringify(letter), placeOfLetter).toString("base64");
      await jobs.enqueue(trx, "mail.send", { organizationId: sender, letter: sealed, ...carried });
    },
  };
}

/** Told once a letter was taken by the mail server, or will never be. */
type Settled = (job: SendMailJob, wasTaken: boolean) => Promise<void>;

/** Takes letters to the mail server. One that it will never take is given up at once. */
export function mailJob(
  { config, secretKeys, log }: Pick<Context, "config" | "secretKeys" | "log">,
  settled: Settled,
): JobHandler<"mail.send"> {
  const box = openSecretBox(secretKeys);
  const client = config.mail && openSmtpClient(config.mail, stepTimeoutMs);
  const { hostname } = new URL(config.publicUrl);
  return {
    async run(job, { id }) {
      const { letter } = job;
      const { to, subject, text } = Letter.parse(
        JSON.parse(box.open(Buffer.from(letter, "base64"), placeOfLetter)),
      );
      try {
        await client?.send({ to, subject, text, html: toHtml(text), messageId: `<${id}@${hostname}>` });
      } catch (error) {
        if (!(error instanceof MailRefusedError && error.isFinal)) throw error;
        log.warn({ err: describeError(error), job: { id } }, "a mail was refused for good");
        return settled(job, false);
      }
      await settled(job, client !== undefined);
    },
    // The queue has logged it; whoever waits for the mail can ask for another.
    exhausted: (job) => settled(job, false),
  };
}

/** The same letter for programs that show HTML: paragraphs, and links that can be clicked. */
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
