import { sql, type RawBuilder } from "kysely";
import { Paging } from "../contract/common.ts";
import { badRequest } from "./errors.ts";

export interface Page<Row> {
  rows: Row[];
  /** The cursor of the following page; null at the end. */
  nextCursor: string | null;
}

/** Makes a page of `limit + 1` rows: an extra row means that there is a next page. */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  cursorOf: (last: Row) => string,
  toItem: (row: Row) => Item,
): Page<Item> {
  const last = rows[limit - 1];
  const nextCursor = rows.length > limit && last !== undefined ? cursorOf(last) : null;
  return { rows: rows.slice(0, limit).map(toItem), nextCursor };
}

/** The messages of a thread before a position. */
export interface MessageRange {
  limit: number;
  before?: number | undefined;
}

/** The query and the description of a route that lists messages by `readMessagePage`. */
export const messagePaging = {
  querystring: Paging,
  description:
    "The newest messages, oldest first. The header `x-next-cursor` has the cursor of the messages before them.",
};

/** The newest messages before the cursor, oldest first. `read` must return them in that order too. */
export async function readMessagePage<Message extends { position: number }>(
  { limit, cursor }: Paging,
  read: (range: MessageRange) => Promise<Message[]>,
): Promise<Page<Message>> {
  const messages = await read({ limit: limit + 1, before: parsePosition(cursor) });
  const rows = messages.slice(-limit);
  const isEnd = messages.length <= limit || rows[0] === undefined;
  return { rows, nextCursor: isEnd ? null : String(rows[0]?.position) };
}

/** The position that a cursor names; undefined without a cursor. Throws invalid_cursor. */
export function parsePosition(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

export const cursorOfPosition = ({ position }: { position: number }): string => String(position);

/** A row's position in a list ordered by time. A Date has milliseconds only and would skip rows. */
export interface Moment {
  /** Microseconds since 1970. */
  micros: number;
  id: string;
}

/** Selects the microseconds of a time, for `cursorOfMoment`. */
export const microsOf = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

/** The time of a moment, for comparing with a column. */
export const timeOf = ({ micros }: Moment): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

/** The condition that a row comes after a moment in a list with the newest first; all do without a moment. */
export const isBefore = (moment: Moment | null, time = "created_at", id = "id"): RawBuilder<boolean> =>
  moment === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) < (${timeOf(moment)}, ${moment.id}::uuid)`;

export const cursorOfMoment = ({ micros, id }: Moment): string =>
  Buffer.from(`${micros} ${id}`).toString("base64url");

/** The moment that a cursor names; null without a cursor. Throws invalid_cursor. */
export function parseMoment(cursor: string | undefined): Moment | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, "base64url").toString();
  const [, micros, id] = /^(\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? [];
  if (micros === undefined || id === undefined) throw invalidCursor();
  return { micros: Number(micros), id };
}

const invalidCursor = () =>
  badRequest("invalid_cursor", "This cursor is invalid. Use one from the x-next-cursor header.");
