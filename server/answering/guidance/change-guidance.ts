import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import type { Guidance } from "./guidance.ts";

/** By then every process knows of the change. */
const afterSeconds = 1;

/** Queues a new run of the organization's golden questions, if it has any: a change may affect their answers. */
export async function queueGoldenQuestions(
  trx: Transaction,
  jobs: Pick<Jobs, "enqueue">,
  organizationId: string,
): Promise<void> {
  const anyQuestion = await trx
    .selectFrom("golden_questions")
    .select("id")
    .where("organization_id", "=", organizationId)
    .limit(1)
    .executeTakeFirst();
  if (anyQuestion === undefined) return;
  const since = new Date(Date.now() + afterSeconds * 1000).toISOString();
  await jobs.enqueue(trx, "golden.ask", { organizationId, since }, { startAfterSeconds: afterSeconds });
}

/**
 * Changes an organization's guidance by `work`, which returns the changed row: every process forgets the old guidance,
 * and the golden questions are asked again.
 */
export async function changeGuidance<Changed extends { id: string }>(
  tools: { db: Database; events: Events; guidance: Guidance; jobs: Jobs },
  organizationId: string,
  work: (trx: Transaction) => Promise<Changed>,
): Promise<Changed> {
  const changed = await withTenant(tools.db, organizationId, async (trx) => {
    const row = await work(trx);
    await tools.events.publish(trx, organizationId, { type: "guidance.updated", id: row.id });
    await queueGoldenQuestions(trx, tools.jobs, organizationId);
    return row;
  });
  tools.guidance.forget(organizationId);
  return changed;
}
