import type { Transaction } from "../../database/database.ts";
import type { Jobs } from "../../jobs.ts";

/** Every process has heard of a change by then. */
const afterSeconds = 1;

/** Has the golden questions of an organization asked again, where it has any, because what is answered may have changed. */
export async function askGoldenLater(
  trx: Transaction,
  jobs: Pick<Jobs, "enqueue">,
  organizationId: string,
): Promise<void> {
  const some = await trx
    .selectFrom("golden_questions")
    .select("id")
    .where("organization_id", "=", organizationId)
    .limit(1)
    .executeTakeFirst();
  if (some === undefined) return;
  const since = new Date(Date.now() + afterSeconds * 1000).toISOString();
  await jobs.enqueue(trx, "golden.ask", { organizationId, since }, { startAfterSeconds: afterSeconds });
}
