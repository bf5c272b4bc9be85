import type { FilterObject, Selectable, UpdateObject } from "kysely";
import { equals, type Database, type Transaction } from "./database.ts";
import type { DB } from "./schema.ts";

type Table = keyof DB & "users";
/** What a tenant owns is never looked for without its organization. */
type Values<Name extends keyof DB> = FilterObject<DB, Name> &
  ("organization_id" extends keyof DB[Name] ? { organization_id: string } : unknown);

/** The values that name one row of an organization. */
export const rowId = (organizationId: string, id: string) => ({ organization_id: organizationId, id });

/** These columns of the row that has these values; undefined where there is none. */
export async function findRow<Name extends keyof DB, Column extends keyof Selectable<DB[Name]>>(
  db: Database,
  table: Name,
  values: Values<Name>,
  columns: readonly Column[],
): Promise<Pick<Selectable<DB[Name]>, Column> | undefined> {
  const row = db
    .selectFrom(table as Table)
    .select(columns as never)
    .where(equals(values) as never);
  return (await row.executeTakeFirst()) as never;
}

/** The same of a row that there must be. */
export async function readRow<Name extends keyof DB, Column extends keyof Selectable<DB[Name]>>(
  db: Database,
  table: Name,
  values: Values<Name>,
  columns: readonly Column[],
): Promise<Pick<Selectable<DB[Name]>, Column>> {
  const row = await findRow(db, table, values, columns);
  if (row === undefined) throw new Error(`a row of ${table} is missing`);
  return row;
}

/** Changes the rows that have these values. Returns whether there were any. */
export async function updateRows<Name extends keyof DB>(
  db: Database,
  table: Name,
  values: Values<Name>,
  change: UpdateObject<DB, Name>,
): Promise<boolean> {
  const updated = await db
    .updateTable(table as Table)
    .set(change as never)
    .where(equals(values) as never)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Deletes the rows that have these values. Returns whether there were any. */
export async function deleteRows<Name extends keyof DB>(
  trx: Transaction,
  table: Name,
  values: Values<Name>,
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom(table as Table)
    .where(equals(values) as never)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
