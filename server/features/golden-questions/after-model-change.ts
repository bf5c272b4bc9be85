import type { Context } from "../../context.ts";
import { forAllTenants } from "../../database/database.ts";

/** Has golden questions asked again that another language model answered last, or none although there is one now. */
export async function askAfterModelChange({
  db,
  jobs,
  config,
}: Pick<Context, "db" | "jobs" | "config">): Promise<void> {
  const present = ["curated", config.llm?.model ?? "extractive"];
  const since = new Date().toISOString();
  await forAllTenants(db, async (trx) => {
    const stale = await trx
      .selectFrom("golden_questions")
      .select("organization_id")
      .distinct()
      .where("answered_by", "not in", present)
      .execute();
    for (const { organization_id: organizationId } of stale)
      await jobs.enqueue(trx, "golden.ask", { organizationId, since });
  });
}
