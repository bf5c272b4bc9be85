import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const stepSeconds = 30;
const digits = 6;
/** Codes of the step before and after are accepted: clocks differ, and people type slowly. */
const toleratedSteps = 1;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 160 random bits, as RFC 4226 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20);

/** The code of a step (RFC 6238 with SHA-1, which every authenticator app supports). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, "0");
}

/** The number of the 30-second step that a time is in. */
export const totpStep = (timeMs: number): number => Math.floor(timeMs / 1000 / stepSeconds);

/** The step near `nowMs` that `code` belongs to; null for a wrong code. */
export function matchingStep(secret: Buffer, code: string, nowMs: number): number | null {
  const entered = Buffer.from(code);
  for (let off = -toleratedSteps; off <= toleratedSteps; off += 1) {
    const step = totpStep(nowMs) + off;
    const expected = Buffer.from(totpCode(secret, step));
    if (entered.length === expected.length && timingSafeEqual(entered, expected)) return step;
  }
  return null;
}

/** Without padding, as authenticator apps expect. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** The content of a QR code for an authenticator app. */
export function totpAddress(secret: Buffer, email: string): string {
  const query = new URLSearchParams({ secret: toBase32(secret), issuer: "Sizana" });
  return `otpauth://totp/${encodeURIComponent(`Sizana:${email}`)}?${query.toString()}`;
}
