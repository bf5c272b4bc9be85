import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The credentials for the bucket. */
export interface S3Key {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export type Verdict = "ok" | "expired" | "denied";

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();

function signingKey({ secretAccessKey, region }: S3Key, day: string): Buffer {
  return hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), "s3"), "aws4_request");
}

/** Encodes as AWS requires (RFC 3986): encodeURIComponent leaves out five characters. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Checks a request that is signed with AWS Signature Version 4, in a header or in the URL. */
export function checkRequest(request: IncomingMessage, url: URL, body: Buffer, key: S3Key): Verdict {
  const inAddress = url.searchParams.has("X-Amz-Signature");
  const credentials = inAddress ? fromAddress(url) : fromHeader(request);
  if (credentials === null || credentials.credential !== credentialOf(key, credentials.date)) return "denied";
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const headers = credentials.signedHeaders.split(";").map((name) => {
    const value = name === "host" ? request.headers.host : request.headers[name];
    return `${name}:${String(value).trim().replace(/ +/g, " ")}\n`;
  });
  const claimed = request.headers["x-amz-content-sha256"];
  const hash = inAddress ? "UNSIGNED-PAYLOAD" : String(claimed);
  if (!inAddress && claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha256(body)) return "denied";
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(""),
    credentials.signedHeaders,
    hash,
  ].join("\n");
  const scope = credentials.credential.slice(key.accessKeyId.length + 1);
  const text = ["AWS4-HMAC-SHA256", credentials.date, scope, sha256(canonical)].join("\n");
  if (!isSame(hmac(signingKey(key, credentials.date.slice(0, 8)), text), credentials.signature))
    return "denied";
  const ageMs = Date.now() - timeOf(credentials.date);
  return ageMs > credentials.lifetimeSeconds * 1000 ? "expired" : "ok";
}

/** Checks the signed policy of a form, and its conditions for the key and the size. */
export function checkForm(fields: Map<string, string>, sizeBytes: number, key: S3Key): Verdict {
  const policy = fields.get("policy") ?? "";
  const date = fields.get("x-amz-date") ?? "";
  if (fields.get("x-amz-credential") !== credentialOf(key, date)) return "denied";
  const signature = hmac(signingKey(key, date.slice(0, 8)), policy);
  if (!isSame(signature, fields.get("x-amz-signature") ?? "")) return "denied";
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, "base64").toString()) as {
    expiration: string;
    conditions: (Record<string, string> | [string, number, number])[];
  };
  if (Date.parse(expiration) < Date.now()) return "expired";
  const holds = conditions.every((condition) =>
    Array.isArray(condition)
      ? condition[0] !== "content-length-range" || (sizeBytes >= condition[1] && sizeBytes <= condition[2])
      : Object.entries(condition).every(
          ([name, value]) => name === "bucket" || fields.get(name.toLowerCase()) === value,
        ),
  );
  return holds ? "ok" : "denied";
}

interface Credentials {
  credential: string;
  signedHeaders: string;
  signature: string;
  date: string;
  lifetimeSeconds: number;
}

function fromAddress({ searchParams }: URL): Credentials {
  const of = (name: string): string => searchParams.get(`X-Amz-${name}`) ?? "";
  return {
    credential: of("Credential"),
    signedHeaders: of("SignedHeaders"),
    signature: of("Signature"),
    date: of("Date"),
    lifetimeSeconds: Number(of("Expires")),
  };
}

function fromHeader({ headers }: IncomingMessage): Credentials | null {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    headers.authorization ?? "",
  );
  if (match === null) return null;
  const [, credential = "", signedHeaders = "", signature = ""] = match;
  return { credential, signedHeaders, signature, date: String(headers["x-amz-date"]), lifetimeSeconds: 900 };
}

const credentialOf = ({ accessKeyId, region }: S3Key, date: string): string =>
  `${accessKeyId}/${date.slice(0, 8)}/${region}/s3/aws4_request`;

/** Parses a date such as 20261121T050000Z. */
const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

function isSame(mac: Buffer, hex: string): boolean {
  const credentials = Buffer.from(hex, "hex");
  return credentials.length === mac.length && timingSafeEqual(credentials, mac);
}
