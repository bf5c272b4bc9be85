import type { Transaction } from "../../database/database.ts";
import type { Jobs } from "../../jobs.ts";

/** By then every process knows of the change. */
const afterSeconds = 1;

/** Queues asking an organization's golden questions again, if it has any, since a change may have changed their answers. */
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
