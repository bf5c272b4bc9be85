import type { z } from "zod";

/** A row as the API shows it: its columns in camel case, its times as in JSON. Columns that the schema lacks are left out. */
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
