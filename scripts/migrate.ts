import { migrate } from "../server/database/migrate.ts";
import { withOperatorDatabase } from "./operator-database.ts";

// Brings the schema up to date without starting the product: for installations that start with MIGRATE=no.
await withOperatorDatabase(async ({ ownerUrl }) => {
  const onWait = (migration: string, reason: string) =>
    process.stdout.write(`${migration} is waiting for ${reason} and will be retried\n`);
  await migrate(ownerUrl, { onWait });
  process.stdout.write("The schema of the database is up to date.\n");
});
