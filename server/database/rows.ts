import type { FilterObject, Insertable, InsertObject, Selectable, UpdateObject } from "kysely";
import type { z } from "zod";
import { equals, type Database } from "./database.ts";
import type { DB } from "./schema.ts";

type Table = keyof DB & "users";
type TableWithId = {
  [Name in keyof DB]: Selectable<DB[Name]> extends { id: string } ? Name : never;
}[keyof DB];
/** The values of a filter. Those for a tenant's table must include the organization. */
type Values<Name extends keyof DB> = FilterObject<DB, Name> &
  ("organization_id" extends keyof DB[Name] ? { organization_id: string } : unknown);
type Row<Name extends keyof DB, Column extends keyof Selectable<DB[Name]>> = Pick<
  Selectable<DB[Name]>,
  Column
>;

/** The values that select one row of an organization. */
export const rowId = (organizationId: string, id: string) => ({ organization_id: organizationId, id });

/** A row as the API shows it: columns in camel case, times as ISO strings, without columns that the schema lacks. */
export function fromRow<Schema extends z.ZodType>(schema: Schema, row: object): z.output<Schema> {
  return schema.parse(
    Object.fromEntries(
      Object.entries(row).map(([column, value]: [string, unknown]) => [
        column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        value instanceof Date ? value.toISOString() : value,
      ]),
    ),
  );
}

const select = <Name extends keyof DB>(db: Database, table: Name, values: Values<Name>, columns: unknown) =>
  db
    .selectFrom(table as Table)
    .where(equals(values) as never)
    .select(columns as never);

/** These columns of the rows that have these values, in any order. */
export async function findRows<Name extends keyof DB, Column extends keyof Selectable<DB[Name]>>(
  db: Database,
  table: Name,
  values: Values<Name>,
  columns: readonly Column[],
): Promise<Row<Name, Column>[]> {
  return (await select(db, table, values, columns).execute()) as never;
}

type FindRow = <Name extends keyof DB, Column extends keyof Selectable<DB[Name]>>(
  db: Database,
  table: Name,
  values: Values<Name>,
  columns: readonly Column[],
) => Promise<Row<Name, Column> | undefined>;

/** These columns of the row that has these values; undefined if there is none. */
export const findRow: FindRow = async (db, table, values, columns) =>
  (await select(db, table, values, columns).executeTakeFirst()) as never;

/** As `findRow`, but throws if there is no such row. */
export async function readRow<Name extends keyof DB, Column extends keyof Selectable<DB[Name]>>(
  db: Database,
  table: Name,
  values: Values<Name>,
  columns: readonly Column[],
): Promise<Row<Name, Column>> {
  const row = await findRow(db, table, values, columns);
  if (row === undefined) throw new Error(`a row of ${table} is missing`);
  return row;
}

/** As `findRow`, but locks the row until the transaction ends. */
export const lockRow: FindRow = async (db, table, values, columns) =>
  (await select(db, table, values, columns).forUpdate().executeTakeFirst()) as never;

export async function countRows<Name extends keyof DB>(db: Database, table: Name, values: Values<Name>) {
  const rows = db.selectFrom(table as Table).where(equals(values) as never);
  return (await rows.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count;
}

/** Adds a row. Returns its id. */
export async function insertRow<Name extends TableWithId>(
  db: Database,
  table: Name,
  row: InsertObject<DB, Name>,
): Promise<string> {
  const inserted = db.insertInto(table as Table).values(row as never);
  return (await inserted.returning("id").executeTakeFirstOrThrow()).id;
}

/** Adds a row, unless it violates a unique constraint. Returns whether it was added. */
export async function insertIfNew<Name extends keyof DB>(
  db: Database,
  table: Name,
  row: Insertable<DB[Name]>,
): Promise<boolean> {
  const inserted = await db
    .insertInto(table as Table)
    .values(row as never)
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Adds a row, or changes the one that has this key, whose columns are a unique constraint. */
export async function upsertRow<Name extends keyof DB, Key extends Values<Name>>(
  db: Database,
  table: Name,
  key: Key,
  columns: Omit<InsertObject<DB, Name>, keyof Key>,
): Promise<void> {
  await db
    .insertInto(table as Table)
    .values({ ...key, ...columns } as never)
    .onConflict((oc) => oc.columns(Object.keys(key) as never).doUpdateSet(columns))
    .execute();
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
export async function deleteRows<Name extends keyof DB>(db: Database, table: Name, values: Values<Name>) {
  const deleted = await db
    .deleteFrom(table as Table)
    .where(equals(values) as never)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
