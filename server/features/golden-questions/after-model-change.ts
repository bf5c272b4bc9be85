import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";

const organizationsAtOnce = 100;

/** Has golden questions asked again that another language model answered last, or none although there is one now. */
export async function askAfterModelChange({
  db,
  jobs,
  config,
}: Pick<Context, "db" | "jobs" | "config">): Promise<void> {
  const present = ["curated", config.llm?.model ?? "extractive"];
  const since = new Date().toISOString();
  const ids = (await db.selectFrom("organizations").select("id").execute()).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += organizationsAtOnce) {
    await withTenant(db, ids.slice(from, from + organizationsAtOnce), async (trx) => {
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
}
