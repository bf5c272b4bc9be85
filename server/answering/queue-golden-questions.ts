import type { Transaction } from "../database/database.ts";
import { countRows } from "../database/rows.ts";
import type { Jobs } from "../jobs.ts";

/** By then every process has heard of the change. */
const afterSeconds = 1;

/** Queues a new run of the organization's golden questions, if it has any: a change may affect their answers. */
export async function queueGoldenQuestions(
  trx: Transaction,
  jobs: Pick<Jobs, "enqueue">,
  organizationId: string,
): Promise<void> {
  if ((await countRows(trx, "golden_questions", { organization_id: organizationId })) === 0) return;
  const since = new Date(Date.now() + afterSeconds * 1000).toISOString();
  await jobs.enqueue(trx, "golden.ask", { organizationId, since }, { startAfterSeconds: afterSeconds });
}
