import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** How Meta may misbehave at the next request for a file. */
export type MediaFault =
  /** Refuses to say where the file is, with a code of its own. */
  | { kind: "refuse"; code: number; httpStatus: number }
  /** The address has expired by the time that it is used. */
  | { kind: "expired" }
  /** A gateway gives up: while it is asked for the address, or for the bytes. */
  | { kind: "broken_address" | "broken_download" }
  /** Half of the bytes, then the connection breaks. */
  | { kind: "half" };

/** The files that customers sent, as Meta keeps them. */
export class FakeMedia {
  /** How often each file was downloaded to its end, by id. */
  readonly downloads = new Map<string, number>();
  readonly #files = new Map<string, { bytes: Buffer; mimeType: string; saysSize: boolean }>();
  readonly #addresses = new Map<string, { id: string; fault: MediaFault | undefined }>();
  readonly #faults = new Map<string, MediaFault[]>();

  /** Keeps a file; its id. `saysSize` false: neither the address nor the download tells how large it is. */
  add(bytes: Buffer, mimeType: string, options: { saysSize?: boolean; faults?: MediaFault[] } = {}): string {
    const id = String(BigInt(`0x${randomUUID().replaceAll("-", "").slice(0, 13)}`));
    this.#files.set(id, { bytes, mimeType, saysSize: options.saysSize ?? true });
    this.#faults.set(id, [...(options.faults ?? [])]);
    return id;
  }

  /** Answers for an address or its bytes; false where the path is neither's. */
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
      const { bytes, mimeType, saysSize } = file;
      reply(response, 200, {
        messaging_product: "whatsapp",
        url: `${tools.origin}/whatsapp_business/attachments/?mid=${mid}&ext=1763800000&hash=ATs`,
        mime_type: mimeType,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        ...(saysSize ? { file_size: String(bytes.length) } : {}),
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
      const { bytes, mimeType, saysSize } = file;
      response.writeHead(200, {
        "content-type": mimeType,
        ...(saysSize ? { "content-length": bytes.length } : {}),
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
