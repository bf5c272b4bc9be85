import { openDatabase } from "../server/database/database.ts";
import { releaseOutgoing } from "../server/outgoing-hold.ts";
import { withOperatorDatabase } from "./operator-database.ts";

// Releases email and WhatsApp messages that are held since a restore, also while the server runs.
await withOperatorDatabase(
  async ({ url }) => {
    const db = openDatabase(url, { max: 1 });
    try {
      const isReleased = await releaseOutgoing(db);
      process.stdout.write(
        isReleased ? "Released: email and WhatsApp messages go out again.\n" : "Nothing was held.\n",
      );
    } finally {
      await db.destroy();
    }
  },
  { whileRunning: true },
);
