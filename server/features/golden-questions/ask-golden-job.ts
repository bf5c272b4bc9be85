import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import type { JobHandler } from "../../jobs.ts";
import { answeredBy, askLive, writeWithModel, isModelUnavailable, type AskTools } from "./ask.ts";
import { isAsExpected } from "./expectation.ts";
import { storeGolden } from "../../ingestion/versions/store-check.ts";
import { readGolden, type StoredGolden } from "./golden-questions.ts";

type JobTools = AskTools & Pick<Context, "events">;

/** Asks the golden questions again after a change that is not a new version, such as a deleted document. */
export function askGoldenJob(tools: JobTools): JobHandler<"golden.ask"> {
  return {
    async run({ organizationId, since }, { signal }) {
      const all = await withTenant(tools.db, organizationId, (trx) => readGolden(trx, organizationId));
      const questions = all.filter(({ result }) => result === null || result.checkedAt < since);
      for (const audience of ["internal", "external"] as const) {
        const asked = questions.filter(({ type }) => type === audience);
        const found = await askLive(
          tools,
          { organizationId, audience },
          asked.map(({ question }) => question),
        );
        for (const [at, question] of asked.entries()) {
          const answer = found[at];
          if (answer === undefined || signal.aborted) return;
          await finish(tools, organizationId, question, await writeWithModel(tools, answer));
        }
      }
    },
    // They are asked again with the next change.
    exhausted: async () => undefined,
  };
}

async function finish(
  tools: JobTools,
  organizationId: string,
  golden: StoredGolden,
  answer: Awaited<ReturnType<typeof writeWithModel>>,
): Promise<void> {
  const { id, result } = golden;
  const holds = isAsExpected(answer, golden);
  // While the model is unavailable, keep the result of its earlier answer.
  if (!holds && isModelUnavailable(answer) && result !== null) return;
  const checked = { ...golden, holds, answer: answer.content, answeredBy: answeredBy(tools, answer) };
  await withTenant(tools.db, organizationId, async (trx) => {
    await storeGolden(trx, organizationId, checked);
    await tools.events.publish(trx, organizationId, { type: "golden.updated", id });
  });
}
