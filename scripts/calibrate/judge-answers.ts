import { invertCurve, type JudgedAnswer } from "../../server/answering/calibration/curve.ts";
import { readCurves } from "../../server/answering/calibration/curves.ts";
import type { Answer } from "../../server/answering/extractive/answer.ts";
import type { Context } from "../../server/context.ts";
import { withTenant } from "../../server/database/database.ts";
import { answeredBy, askLive, inWords, type AskTools } from "../../server/features/golden-questions/ask.ts";
import { meets } from "../../server/features/golden-questions/expectation.ts";
import { readGolden } from "../../server/features/golden-questions/golden-rows.ts";
import type { SetQuestion } from "./question-sets.ts";

/** Judged answers by engine. */
export type JudgedByEngine = Map<string, JudgedAnswer[]>;

interface Asked {
  organizationId: string;
  questions: readonly SetQuestion[];
}

/**
 * Asks each question without the language model and, where one is configured, with it. What is answered where the
 * documents don't say is wrong; what is not answered has no confidence to calibrate.
 */
export async function judgeQuestions(
  tools: AskTools,
  { organizationId, questions }: Asked,
  judged: JudgedByEngine,
): Promise<void> {
  for (const audience of ["internal", "external"] as const) {
    const asked = questions.filter((each) => each.audience === audience);
    const texts = asked.map(({ question }) => question);
    const found = await askLive(tools, { organizationId, audience }, texts);
    for (const [at, question] of asked.entries()) {
      const answer = found[at];
      if (answer === undefined) continue;
      judge(tools, question, answer.answer, judged);
      if (tools.modelAnswers === undefined) continue;
      const worded = await inWords(tools, answer);
      if (worded.engine === "model") judge(tools, question, worded, judged);
    }
  }
}

function judge(tools: AskTools, question: SetQuestion, answer: Answer, judged: JudgedByEngine): void {
  if (!answer.answered || answer.kind !== "answer" || answer.engine === "curated") return;
  const mustHold = question.must.map((group) => group.join(" | "));
  const right = mustHold.length > 0 && meets(answer, { mustHold, mustNotHold: question.mustNot });
  add(judged, answeredBy(tools, answer), { confidence: answer.confidence, right });
}

function add(judged: JudgedByEngine, engine: string, answer: JudgedAnswer): void {
  judged.set(engine, [...(judged.get(engine) ?? []), answer]);
}

/**
 * What an organization's own golden questions and ratings say: 4 and 5 stars are right, 1 and 2 wrong. Confidences
 * that were calibrated already are taken back to what the engine gave.
 */
export async function judgeOrganization(context: Context, organizationId: string): Promise<JudgedByEngine> {
  const judged: JudgedByEngine = new Map();
  const { golden, curves, ratings } = await withTenant(context.db, organizationId, async (trx) => ({
    golden: await readGolden(trx, organizationId),
    curves: new Map((await readCurves(trx, organizationId)).map((curve) => [curve.engine, curve])),
    ratings: await trx
      .selectFrom("feedback as f")
      .innerJoin("chat_messages as m", (join) =>
        join
          .onRef("m.organization_id", "=", "f.organization_id")
          .onRef("m.session_id", "=", "f.session_id")
          .on((on) => on.eb("f.occasion", "=", on.fn<string>("concat", [on.val("chat "), "m.id"]))),
      )
      .select(["f.rating", "m.metadata", "m.created_at"])
      .where("f.organization_id", "=", organizationId)
      .where("f.rating", "!=", 3)
      .where("m.role", "=", "assistant")
      .orderBy("m.created_at", "desc")
      .limit(2_000)
      .execute(),
  }));
  const questions = golden.map(({ type, question, mustHold, mustNotHold }) => ({
    audience: type,
    question,
    must: mustHold.map((phrase) => [phrase]),
    mustNot: mustNotHold,
  }));
  await judgeQuestions(context, { organizationId, questions }, judged);
  const before = (engine: string, confidence: number): number => {
    const curve = curves.get(engine);
    return curve === undefined ? confidence : invertCurve(curve, confidence);
  };
  for (const [engine, answers] of judged) {
    const raw = answers.map(({ confidence, right }) => ({ confidence: before(engine, confidence), right }));
    judged.set(engine, raw);
  }
  for (const { rating, metadata, created_at: createdAt } of ratings) {
    const { engine, confidence, kind } = (metadata ?? {}) as Partial<Answer>;
    if (kind !== "answer" || typeof confidence !== "number" || engine === undefined || engine === "curated")
      continue;
    const name = engine === "model" ? (context.config.llm?.model ?? "") : engine;
    const curve = curves.get(name);
    // Under a curve before the present one it was another figure.
    if (curve !== undefined && createdAt < curve.calibratedAt) continue;
    if (name !== "") add(judged, name, { confidence: before(name, confidence), right: rating >= 4 });
  }
  return judged;
}
