import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const format = /^sha256=[0-9a-f]{64}$/;

/** Whether `header` (X-Hub-Signature-256) is the HMAC of these bytes; compares in constant time. */
export function isSignedBy(secret: string, body: Buffer, header: string): boolean {
  if (!format.test(header)) return false;
  const expected = createHmac("sha256", secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(header.slice("sha256=".length), "hex"));
}

/** Whether two secrets are equal; compares in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
