import { openReset, resetLink } from "../server/auth/accounts.ts";
import { removeSecondFactors } from "../server/auth/second-factors/second-factors.ts";
import { readConfig } from "../server/config.ts";
import { openDatabase } from "../server/database/database.ts";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { migrate } from "../server/database/migrate.ts";
import { StartError } from "../server/start-error.ts";

// For installations without mail: prints a link for setting a new password, which is valid for an hour. With the
// embedded database, the server must be stopped first. --without-second-factor also removes the authenticator app, the
// passkeys and the recovery codes, for someone who lost them all.
const flag = "--without-second-factor";
const [email] = process.argv.slice(2).filter((argument) => argument !== flag);
const removesFactors = process.argv.includes(flag);
if (email === undefined) {
  process.stderr.write(`Usage: npm run reset-password -- person@example.org [${flag}]\n`);
  process.exit(1);
}
const config = readConfig();
const embedded =
  config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir).catch(explain) : null;
const url = config.databaseUrl ?? embedded?.url ?? "";
const db = openDatabase(url);
try {
  await migrate(url);
  const user = await db
    .selectFrom("users")
    .select("id")
    .where((where) => where(where.fn("lower", ["email"]), "=", email.trim().toLowerCase()))
    .executeTakeFirst();
  if (user === undefined) {
    process.stderr.write("There is no account with this address.\n");
    process.exitCode = 1;
  } else {
    const token = await db.transaction().execute(async (trx) => {
      if (removesFactors) await removeSecondFactors(trx, user.id);
      return openReset(trx, user.id);
    });
    process.stdout.write(`${resetLink(config.publicUrl, token)}\n`);
  }
} finally {
  await db.destroy();
  await embedded?.stop();
}

/** Prints the message of a StartError, such as that the server is running on this database. */
function explain(error: unknown): never {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
