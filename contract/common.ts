import { z } from "zod";

export const Id = z.uuid();

/** ISO 8601 in UTC, as JSON carries it. */
export const Timestamp = z.iso.datetime();

/** Who a document is for and who asks. The two never mix. */
export const Audience = z.enum(["internal", "external"]);
export type Audience = z.infer<typeof Audience>;

export const Role = z.enum(["owner", "admin", "agent", "viewer"]);
export type Role = z.infer<typeof Role>;

/** A page of a list: at most `limit` rows, after the row that `cursor` names. */
export const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: z.string().max(200).optional(),
});
export type Paging = z.infer<typeof Paging>;
