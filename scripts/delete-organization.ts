import { z } from "zod";
import { endOrganization } from "../server/auth/end-organization.ts";
import { openDatabase, withTenant } from "../server/database/database.ts";
import { findRow } from "../server/database/rows.ts";
import { withOperatorDatabase } from "./operator-database.ts";

// Deletes an organization, also while the server runs: access ends at once, and the server deletes its data.
const id = z.uuid().safeParse(process.argv[2]).data;
if (id === undefined) {
  process.stderr.write("Usage: npm run delete-organization -- ID\n");
  process.exit(1);
}
await withOperatorDatabase(
  async ({ url }) => {
    const db = openDatabase(url, { max: 1 });
    try {
      const found = await findRow(db, "organizations", { id }, ["name"]);
      // Open pages notice within seconds.
      const events = { publish: async () => undefined };
      if (found !== undefined) await withTenant(db, id, (trx) => endOrganization(trx, events, id));
      process.stdout.write(
        found === undefined
          ? "There is no organization with this id.\n"
          : `Deleted ${found.name}. The server deletes its data within minutes.\n`,
      );
    } finally {
      await db.destroy();
    }
  },
  { whileRunning: true },
);
