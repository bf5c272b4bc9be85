import { withClient } from "../server/database/database.ts";

/** The tables that have a row with this text, also within bytes: of all organizations, and the queue of jobs. */
export async function tablesWithText(databaseUrl: string, text: string): Promise<string[]> {
  const hex = Buffer.from(text).toString("hex");
  return withClient(databaseUrl, async (client) => {
    await client.query("begin; set local app.backup = on");
    const { rows: tables } = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
    );
    const found: string[] = [];
    for (const name of [...tables.map((table) => table.name), "pgboss.job"]) {
      const { rowCount } = await client.query(
        `select from ${name} as row where row::text ilike $1 or row::text like $2 limit 1`,
        [`%${text}%`, `%${hex}%`],
      );
      if (rowCount !== 0) found.push(name.replace("public.", ""));
    }
    return found;
  });
}
