import { sql } from "kysely";
import { z } from "zod";
import type { JudgedAnswer } from "./fit-curve.ts";
import type { Answer } from "../../server/answering/answer.ts";
import type { Context } from "../../server/context.ts";
import { withTenant, type Transaction } from "../../server/database/database.ts";
import { askLive, writeWithModel, type AskTools } from "../../server/features/golden-questions/ask.ts";
import { isAsExpected } from "../../server/features/golden-questions/expectation.ts";
import { readGolden } from "../../server/features/golden-questions/golden-questions.ts";
import type { SetQuestion } from "./question-sets.ts";

/** Judged answers by engine. */
export type JudgedByEngine = Map<string, JudgedAnswer[]>;

/** As stored with messages. */
const Uncalibrated = z.object({ engine: z.string(), confidence: z.number() });
type Uncalibrated = z.infer<typeof Uncalibrated>;

interface QuestionsOfOrganization {
  organizationId: string;
  questions: readonly SetQuestion[];
}

/**
 * Asks each question without the language model and, if one is configured, with it. Any answer to a question that the
 * documents don't answer is wrong; a question that is declined has no confidence to calibrate.
 */
export async function judgeQuestions(
  tools: AskTools,
  { organizationId, questions }: QuestionsOfOrganization,
  judged: JudgedByEngine,
): Promise<void> {
  for (const audience of ["internal", "external"] as const) {
    const asked = questions.filter((each) => each.audience === audience);
    for (const found of await askLive(tools, { organizationId, audience }, asked)) {
      judge(found.asked, found.answer, judged);
      if (tools.modelAnswers === undefined) continue;
      const generated = await writeWithModel(tools, found);
      if (generated.engine === "model") judge(found.asked, generated, judged);
    }
  }
}

function judge(question: SetQuestion, answer: Answer, judged: JudgedByEngine): void {
  // Curated answers are not calibrated.
  if (answer.uncalibrated === undefined) return;
  const mustHold = question.must.map((group) => group.join(" | "));
  const right = mustHold.length > 0 && isAsExpected(answer, { mustHold, mustNotHold: question.mustNot });
  add(judged, answer.uncalibrated, right);
}

function add(judged: JudgedByEngine, { engine, confidence }: Uncalibrated, right: boolean): void {
  judged.set(engine, [...(judged.get(engine) ?? []), { confidence, right }]);
}

/** An organization is calibrated on this many of its latest ratings. */
const maxRatings = 2_000;

/** Judges answers by an organization's golden questions and ratings: 4 and 5 stars are right, 1 and 2 wrong. */
export async function judgeOrganization(context: Context, organizationId: string): Promise<JudgedByEngine> {
  const judged: JudgedByEngine = new Map();
  const { golden, ratings } = await withTenant(context.db, organizationId, async (trx) => ({
    golden: await readGolden(trx, organizationId),
    ratings: await readRatings(trx, organizationId),
  }));
  const questions = golden.map(({ type, question, mustHold, mustNotHold }) => ({
    audience: type,
    question,
    must: mustHold.map((phrase) => [phrase]),
    mustNot: mustNotHold,
  }));
  await judgeQuestions(context, { organizationId, questions }, judged);
  for (const { rating, given } of ratings) {
    const uncalibrated = Uncalibrated.safeParse(given);
    if (uncalibrated.success) add(judged, uncalibrated.data, rating >= 4);
  }
  return judged;
}

/** Without messages of versions that did not store the uncalibrated confidence. */
const readRatings = (trx: Transaction, organizationId: string) =>
  trx
    .selectFrom("feedback as f")
    .innerJoin("messages as m", (join) =>
      join
        .onRef("m.organization_id", "=", "f.organization_id")
        .onRef("m.conversation_id", "=", "f.conversation_id")
        .on("f.occasion", "=", sql<string>`'chat ' || m.id::text`),
    )
    .select(["f.rating", sql`m.metadata->'uncalibrated'`.as("given")])
    .where("f.organization_id", "=", organizationId)
    .where("f.rating", "!=", 3)
    .where(sql<boolean>`m.metadata ? 'uncalibrated'`)
    .orderBy("m.created_at", "desc")
    .limit(maxRatings)
    .execute();
