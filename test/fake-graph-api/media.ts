import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** How Meta may fail at the next request for a file. */
export type MediaFault =
  /** Refuses to give the file's address, with this error code. */
  | { kind: "refuse"; code: number; httpStatus: number }
  /** The address has expired before it is used. */
  | { kind: "expired" }
  /** A gateway fails when the address or the bytes are requested. */
  | { kind: "broken_address" | "broken_download" }
  /** Sends half of the bytes, then closes the connection. */
  | { kind: "half" };

/** The files that customers sent, as Meta stores them. */
export class FakeMedia {
  /** The number of complete downloads by file id. */
  readonly downloads = new Map<string, number>();
  readonly #files = new Map<string, { bytes: Buffer; mimeType: string; hasSize: boolean }>();
  readonly #addresses = new Map<string, { id: string; fault: MediaFault | undefined }>();
  readonly #faults = new Map<string, MediaFault[]>();

  /** Stores a file and returns its id. `hasSize` false: neither the address nor the download includes its size. */
  add(bytes: Buffer, mimeType: string, options: { hasSize?: boolean; faults?: MediaFault[] } = {}): string {
    const id = String(BigInt(`0x${randomUUID().replaceAll("-", "").slice(0, 13)}`));
    this.#files.set(id, { bytes, mimeType, hasSize: options.hasSize ?? true });
    this.#faults.set(id, [...(options.faults ?? [])]);
    return id;
  }

  /** Handles requests for addresses and bytes; returns false for other paths. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    tools: { tokens: ReadonlyMap<string, string>; origin: string },
  ): boolean {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://graph");
    const [, token] = (request.headers.authorization ?? "").split("Bearer ");
    if (pathname === "/whatsapp_business/attachments/") {
      const isKnown = [...tools.tokens.values()].includes(token ?? "");
      if (isKnown) this.#download(response, searchParams.get("mid") ?? "");
      else response.writeHead(401).end();
      return true;
    }
    const id = /^\/v\d+\.\d+\/([^/]+)$/.exec(pathname)?.[1] ?? "";
    const file = this.#files.get(id);
    if (file === undefined) return false;
    if (tools.tokens.get(searchParams.get("phone_number_id") ?? "") !== token) {
      refuse(response, 401, 190);
      return true;
    }
    const fault = this.#faults.get(id)?.shift();
    if (fault?.kind === "refuse") refuse(response, fault.httpStatus, fault.code);
    else if (fault?.kind === "broken_address") response.writeHead(502).end("<html>Bad gateway</html>");
    else {
      const mid = randomUUID();
      this.#addresses.set(mid, { id, fault });
      const { bytes, mimeType, hasSize } = file;
      reply(response, 200, {
        messaging_product: "whatsapp",
        url: `${tools.origin}/whatsapp_business/attachments/?mid=${mid}&ext=1763800000&hash=ATs`,
        mime_type: mimeType,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        ...(hasSize ? { file_size: String(bytes.length) } : {}),
        id,
      });
    }
    return true;
  }

  #download(response: ServerResponse, mid: string): void {
    const address = this.#addresses.get(mid);
    const file = this.#files.get(address?.id ?? "");
    const fault = address?.fault?.kind;
    if (address === undefined || file === undefined || fault === "expired") {
      response.writeHead(404).end();
    } else if (fault === "broken_download") {
      response.writeHead(500).end();
    } else {
      const { bytes, mimeType, hasSize } = file;
      response.writeHead(200, {
        "content-type": mimeType,
        ...(hasSize ? { "content-length": bytes.length } : {}),
      });
      if (fault === "half") {
        response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
        return;
      }
      response.end(bytes);
      this.downloads.set(address.id, (this.downloads.get(address.id) ?? 0) + 1);
    }
  }
}

function refuse(response: ServerResponse, httpStatus: number, code: number): void {
  const error = { message: `(#${code}) Refused`, type: "OAuthException", code, fbtrace_id: "A" };
  reply(response, httpStatus, { error });
}

function reply(response: ServerResponse, httpStatus: number, body: object): void {
  response.writeHead(httpStatus, { "content-type": "application/json" }).end(JSON.stringify(body));
}
