import nodemailer from "nodemailer";

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that an email that arrives twice is shown once. */
  messageId: string;
}

/** A refusal. It omits the server's text, which often has the recipient's address, because this error is logged. */
export class MailRefusedError extends Error {
  override name = "MailRefusedError";
  /** Whether retrying is pointless. */
  readonly isFinal: boolean;

  constructor(error: { code?: unknown; responseCode?: unknown }) {
    const reply = typeof error.responseCode === "number" ? error.responseCode : null;
    const code = typeof error.code === "string" ? error.code : "unknown";
    super(`the mail server did not accept an email: ${reply ?? code}`);
    // 530 and 535 mean that the server refused our sign-in, which the operator can fix; other 5xx concern this email.
    this.isFinal = reply !== null && reply >= 500 && reply !== 535 && reply !== 530;
  }
}

/** A client of the mail server at `url`: one connection per email, each step of it at most `timeoutMs`. */
export function openSmtpClient({ url, from }: { url: string; from: string }, timeoutMs: number) {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /** Throws MailRefusedError. */
    async send(message: MailMessage): Promise<void> {
      try {
        await transport.sendMail({ ...message, from });
      } catch (error) {
        throw new MailRefusedError(error as { code?: unknown; responseCode?: unknown });
      }
    },
  };
}
