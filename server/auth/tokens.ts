import { hash, randomBytes } from "node:crypto";

/** A token for a link or a cookie: 256 random bits as base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Only the hash of a token is stored, so that a copy of the database lets no one in. */
export const hashOfToken = (token: string): Buffer => hash("sha256", token, "buffer");
