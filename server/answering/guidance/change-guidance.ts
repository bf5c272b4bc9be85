import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { queueGoldenQuestions } from "../queue-golden-questions.ts";
import type { Guidance } from "./guidance.ts";

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
