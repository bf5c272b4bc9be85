import { waitMs } from "./patience.ts";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** How the server answers a recipient: accepts it, refuses it for now or for good, or never replies. */
type Behaviour = "takes" | "later" | "never" | "hangs";

export interface TestSmtpServer {
  /** For SMTP_URL. */
  url: string;
  /** The accepted emails. */
  mails: { to: string; source: string; text: string }[];
  /** All recipients, refused ones included. */
  offered: string[];
  /** Behaviours for the next recipients, one each; later ones are accepted. */
  behaviours: Behaviour[];
  /** Waits for an email to the address and resolves with the newest. */
  mailTo(address: string): Promise<{ source: string; text: string }>;
  close(): Promise<void>;
}

/** A real mail server on a port of its own. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const mails: TestSmtpServer["mails"] = [];
  const offered: string[] = [];
  const behaviours: Behaviour[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      offered.push(address);
      const behaviour = behaviours.shift() ?? "takes";
      if (behaviour === "hangs") return;
      if (behaviour === "takes") done();
      else
        done(
          Object.assign(new Error(`no mail for ${address}`), {
            responseCode: behaviour === "later" ? 451 : 550,
          }),
        );
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const source = Buffer.concat(chunks).toString();
        for (const { address } of session.envelope.rcptTo)
          mails.push({ to: address, source, text: plainText(source) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    offered,
    behaviours,
    async mailTo(address) {
      const deadline = Date.now() + waitMs;
      while (Date.now() < deadline) {
        const mail = mails.findLast(({ to }) => to === address);
        if (mail !== undefined) return mail;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`no mail came to ${address}`);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The plain text part, decoded. */
function plainText(source: string): string {
  const [, part = ""] = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(source) ?? [];
  const bytes = part
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
