import { z } from "zod";
import { Id, Line, lineUpTo, Timestamp } from "./common.ts";

/** Which documents a key may query: at least one of the two. */
export const ApiKeyPermissions = z.object({ internal: z.boolean(), external: z.boolean() });
export type ApiKeyPermissions = z.infer<typeof ApiKeyPermissions>;

/** An origin as browsers send it: scheme, host and port, without a path. */
const Origin = Line.max(300)
  .refine((text) => isOrigin(text), "Enter a site like https://www.example.com, without a path.")
  .transform((text) => new URL(text).origin);

function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}

const NewApiKey = z.object({
  name: lineUpTo(100, "the name").min(1, "Please enter a name for the API key"),
  permissions: ApiKeyPermissions,
  /** Absent: the key works until it is revoked. */
  expiresAt: Timestamp.refine((time) => Date.parse(time) > Date.now(), "Choose an expiry date in the future.")
    .nullable()
    .default(null),
  /** Sites whose pages may use the key in a browser, where every visitor can read it. Empty: programs only. */
  allowedOrigins: Origin.array().max(20, "Enter at most 20 sites.").default([]),
});
export const ApiKeyCreate = NewApiKey.refine(
  ({ permissions }) => permissions.internal || permissions.external,
  "Give the key permission for internal documents, external documents or both.",
).refine(
  ({ permissions, allowedOrigins }) => !permissions.internal || allowedOrigins.length === 0,
  "Visitors of a web page can read its key, so a key with allowed sites can't query internal documents.",
);
/** The body as it is sent: fields with a default may be absent. */
export type ApiKeyCreate = z.input<typeof ApiKeyCreate>;

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  permissions: ApiKeyPermissions,
  /** The beginning of the key, to tell it from others. */
  prefix: z.string(),
  createdAt: Timestamp,
  /** Rounded to the minute; null: never used. */
  lastUsed: Timestamp.nullable(),
  /** False once revoked or expired. */
  isActive: z.boolean(),
  expiresAt: Timestamp.nullable(),
  allowedOrigins: z.array(z.string()),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The reply when a key is created: the only one that has the whole key. */
export const ApiKeyCreated = ApiKey.extend({ key: z.string() });
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;
