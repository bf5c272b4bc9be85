import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { checkForm, checkRequest, type S3Key, type Verdict } from "./signature.ts";

/** How the store may fail at a request. */
export type Fault =
  | { kind: "error"; status: number; code: string }
  | { kind: "slow"; delayMs: number }
  | { kind: "held"; until: Promise<unknown> }
  /** Closes the connection, after half of the reply's bytes if there are any. */
  | { kind: "cut" };

export interface FakeS3 {
  /** The operator's settings for this store. */
  environment: Record<string, string>;
  /** By key. */
  objects: Map<string, Buffer>;
  /** Open multipart uploads by the store's id. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>;
  /** Every request, "METHOD /path?query", refused ones included. */
  requests: string[];
  /** Queues faults for the next requests with a method, in order. */
  misbehave(method: string, ...faults: Fault[]): void;
  close(): Promise<void>;
}

const key: S3Key = {
  accessKeyId: "fake-key",
  secretAccessKey: "fake-secret-of-the-key",
  region: "af-south-1",
};
const bucket = "documents";

/** A store that speaks S3, with one bucket, over HTTP on loopback. Signatures are checked. */
export async function startFakeS3(): Promise<FakeS3> {
  const store = new FakeStore();
  const server = createServer((request, response) => {
    store.handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_REGION: key.region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: key.accessKeyId,
      S3_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
    objects: store.objects,
    uploads: store.uploads,
    requests: store.requests,
    misbehave: (method, ...faults) => void store.faults.push(...faults.map((fault) => ({ method, fault }))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Reply {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** A parsed request. */
interface S3Request {
  key: string;
  query: URLSearchParams;
  body: Buffer;
  request: IncomingMessage;
}

class FakeStore {
  readonly objects = new Map<string, Buffer>();
  readonly uploads: FakeS3["uploads"] = new Map();
  readonly requests: string[] = [];
  readonly faults: { method: string; fault: Fault }[] = [];

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const method = request.method ?? "";
    this.requests.push(`${method} ${url.pathname}${url.search}`);
    const body = await readBody(request);
    // CORS rules that allow browsers of any site.
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-methods", "GET, PUT, POST");
    response.setHeader("access-control-allow-headers", "*");
    response.setHeader("access-control-expose-headers", "ETag");
    if (method === "OPTIONS") return send(response, { status: 200 });
    const at = this.faults.findIndex((fault) => fault.method === method);
    const fault = at === -1 ? undefined : this.faults.splice(at, 1)[0]?.fault;
    if (fault?.kind === "slow") await delay(fault.delayMs);
    if (fault?.kind === "held") await fault.until;
    if (fault?.kind === "error") return send(response, failure(fault.status, fault.code, "out of order"));
    const reply = this.answer(request, url, body);
    return fault?.kind === "cut" ? cut(response, reply) : send(response, reply);
  }

  answer(request: IncomingMessage, url: URL, body: Buffer): Reply {
    const [, name, ...rest] = url.pathname.split("/");
    if (name !== bucket) return failure(404, "NoSuchBucket", "The specified bucket does not exist");
    const s3Request = { key: decodeURIComponent(rest.join("/")), query: url.searchParams, body, request };
    if (request.method === "POST" && s3Request.key === "" && !s3Request.query.has("delete"))
      return this.post(s3Request);
    const refusal = refuse(checkRequest(request, url, body, key));
    if (refusal !== null) return refusal;
    if (s3Request.query.has("uploadId")) return this.part(s3Request);
    if (request.method === "POST") return this.begin(s3Request);
    if (s3Request.key === "") return request.method === "HEAD" ? { status: 200 } : this.list(s3Request);
    return this.object(s3Request);
  }

  object({ key: name, body, request }: S3Request): Reply {
    if (request.method === "PUT") return this.store(name, body);
    if (request.method === "DELETE") {
      this.objects.delete(name);
      return { status: 204 };
    }
    const object = this.objects.get(name);
    if (object === undefined) return failure(404, "NoSuchKey", "The specified key does not exist.");
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    if (range === null) return { status: 200, body: object };
    if (object.length === 0) return failure(416, "InvalidRange", "The requested range is not satisfiable");
    return { status: 206, body: object.subarray(Number(range[1]), Number(range[2]) + 1) };
  }

  store(name: string, body: Buffer): Reply {
    this.objects.set(name, body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  /** Stores the file of a browser's form if its signed policy allows that. */
  post({ body, request }: S3Request): Reply {
    const { fields, file } = readForm(request.headers["content-type"] ?? "", body);
    const refusal = refuse(checkForm(fields, file.length, key));
    return refusal ?? { ...this.store(fields.get("key") ?? "", file), status: 204 };
  }

  list({ query }: S3Request): Reply {
    const keys = [...this.objects.keys()].filter((name) => name.startsWith(query.get("prefix") ?? ""));
    const contents = keys.map((name) => `<Contents><Key>${name}</Key></Contents>`).join("");
    return xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
  }

  begin({ key: name }: S3Request): Reply {
    const uploadId = randomUUID();
    this.uploads.set(uploadId, { key: name, parts: new Map() });
    const result = `<Bucket>${bucket}</Bucket><Key>${name}</Key><UploadId>${uploadId}</UploadId>`;
    return xml(`<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`);
  }

  part({ key: name, query, body, request }: S3Request): Reply {
    const uploadId = query.get("uploadId") ?? "";
    const upload = this.uploads.get(uploadId);
    if (upload?.key !== name) return failure(404, "NoSuchUpload", "The specified upload does not exist.");
    if (request.method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (request.method === "GET") return listOf(upload.parts);
    this.uploads.delete(uploadId);
    if (request.method === "DELETE") return { status: 204 };
    const numbers = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
      Number(number),
    );
    this.objects.set(
      name,
      Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))),
    );
    return xml(`<CompleteMultipartUploadResult><Key>${name}</Key></CompleteMultipartUploadResult>`);
  }
}

function listOf(parts: Map<number, Buffer>): Reply {
  const rows = [...parts]
    .toSorted(([one], [other]) => one - other)
    .map(([number, bytes]) => {
      const etag = etagOf(bytes).replaceAll('"', "&quot;");
      return `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${bytes.length}</Size></Part>`;
    });
  return xml(`<ListPartsResult><IsTruncated>false</IsTruncated>${rows.join("")}</ListPartsResult>`);
}

function refuse(verdict: Verdict): Reply | null {
  if (verdict === "ok") return null;
  return failure(403, "AccessDenied", verdict === "expired" ? "Request has expired" : "Access Denied");
}

const etagOf = (bytes: Buffer): string => `"${createHash("md5").update(bytes).digest("hex")}"`;

const xml = (body: string, status = 200): Reply => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  headers: { "content-type": "application/xml" },
});

const failure = (status: number, code: string, message: string): Reply =>
  xml(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`, status);

function send(response: ServerResponse, { status, body = "", headers = {} }: Reply): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

function cut(response: ServerResponse, { status, body = "" }: Reply): void {
  const bytes = Buffer.from(body);
  if (bytes.length === 0) return void response.destroy();
  response.writeHead(status, { "content-length": bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The fields by name in lower case, and the file. */
function readForm(contentType: string, body: Buffer): { fields: Map<string, string>; file: Buffer } {
  const boundary = `--${/boundary=(.+)$/.exec(contentType)?.[1] ?? ""}`;
  const fields = new Map<string, string>();
  let file: Buffer = Buffer.alloc(0);
  for (let at = body.indexOf(boundary); at !== -1;) {
    const next = body.indexOf(boundary, at + boundary.length);
    if (next === -1) break;
    const part = body.subarray(at + boundary.length + 2, next - 2);
    const split = part.indexOf("\r\n\r\n");
    const name = /name="([^"]*)"/.exec(part.subarray(0, split).toString())?.[1]?.toLowerCase() ?? "";
    if (name === "file") file = part.subarray(split + 4);
    else fields.set(name, part.subarray(split + 4).toString());
    at = next;
  }
  return { fields, file };
}
