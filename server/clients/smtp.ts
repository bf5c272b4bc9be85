import nodemailer from "nodemailer";

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every try, so that a mail that arrives twice is shown once. */
  messageId: string;
}

/**
 * Why a mail server did not take a mail. Without its words, which often repeat the address of the
 * recipient: this ends up in the log.
 */
export class MailRefusedError extends Error {
  override name = "MailRefusedError";
  /** Another try would be refused as well. */
  readonly isFinal: boolean;

  constructor(error: { code?: unknown; responseCode?: unknown }) {
    const reply = typeof error.responseCode === "number" ? error.responseCode : null;
    const code = typeof error.code === "string" ? error.code : "unknown";
    super(`the mail server did not take a mail: ${reply ?? code}`);
    // 535 is a wrong password of ours, which the operator may mend; the rest of 5xx is about this mail.
    this.isFinal = reply !== null && reply >= 500 && reply !== 535 && reply !== 530;
  }
}

export interface SmtpClient {
  /** Throws MailRefusedError. */
  send(message: MailMessage): Promise<void>;
}

/** A client of the mail server at `url`; a connection a mail, each step of it at most `timeoutMs`. */
export function openSmtpClient({ url, from }: { url: string; from: string }, timeoutMs: number): SmtpClient {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      try {
        await transport.sendMail({ ...message, from });
      } catch (error) {
        throw new MailRefusedError(error as { code?: unknown; responseCode?: unknown });
      }
    },
  };
}
