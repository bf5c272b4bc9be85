import type { Answer } from "../../answering/answer.ts";
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
        for (const answer of await askLive(tools, { organizationId, audience }, asked)) {
          if (signal.aborted) return;
          await finish(tools, organizationId, answer.asked, await writeWithModel(tools, answer));
        }
      }
    },
    // They are asked again with the next change.
    exhausted: async () => undefined,
  };
}

async function finish(tools: JobTools, organizationId: string, golden: StoredGolden, answer: Answer) {
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
