import { z } from "zod";
import { Line } from "./common.ts";

/** A page of a list: at most `limit` rows, after the row that `cursor` names. */
export const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: Line.max(200).optional(),
});
export type Paging = z.infer<typeof Paging>;
