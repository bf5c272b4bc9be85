import { openReset, resetLink, usersByEmail } from "../server/auth/accounts.ts";
import { removeSecondFactors } from "../server/auth/second-factors/second-factors.ts";
import { openDatabase } from "../server/database/database.ts";
import { withOperatorDatabase } from "./operator-database.ts";

// For installations without mail: prints a link for setting a new password, which is valid for an hour, also while the
// server runs. --without-second-factor also removes the authenticator app, the passkeys and the recovery codes, for
// someone who lost them all.
const flag = "--without-second-factor";
const [email] = process.argv.slice(2).filter((argument) => argument !== flag);
const removesFactors = process.argv.includes(flag);
if (email === undefined) {
  process.stderr.write(`Usage: npm run reset-password -- person@example.org [${flag}]\n`);
  process.exit(1);
}
await withOperatorDatabase(
  async ({ config, url }) => {
    const db = openDatabase(url, { max: 1 });
    try {
      const user = await usersByEmail(db, email.trim()).select("id").executeTakeFirst();
      if (user === undefined) {
        process.stderr.write("There is no account with this address.\n");
        process.exitCode = 1;
        return;
      }
      const token = await db.transaction().execute(async (trx) => {
        if (removesFactors) await removeSecondFactors(trx, user.id);
        return openReset(trx, user.id);
      });
      process.stdout.write(`${resetLink(config.publicUrl, token)}\n`);
    } finally {
      await db.destroy();
    }
  },
  { whileRunning: true },
);
