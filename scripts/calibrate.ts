import { parseArgs } from "node:util";
import {
  storeCurve,
  storeSharedCurve,
  applyCurve,
  type Curve,
} from "../server/answering/calibration/curves.ts";
import { openContext, type Context } from "../server/context.ts";
import { withTenant } from "../server/database/database.ts";
import { migrate } from "../server/database/migrate.ts";
import { createLog } from "../server/log.ts";
import { calibrationError, fitCurve, identityCurve, minJudged } from "./calibrate/fit-curve.ts";
import { judgeOrganization, judgeQuestions, type JudgedByEngine } from "./calibrate/judge-answers.ts";
import { readSets, shippedSet, type QuestionSet } from "./calibrate/question-sets.ts";
import { withOperatorDatabase } from "./operator-database.ts";
import { withScratchOrganization } from "./scratch-organization.ts";

// npm run calibrate [-- --set DIR]... [--own]: asks questions whose answers are known, and stores for each engine how
// likely its answers are right. --own uses only the golden questions and ratings of organizations.
const { values: options } = parseArgs({
  options: { set: { type: "string", multiple: true, default: [] }, own: { type: "boolean", default: false } },
});

await withOperatorDatabase(
  async ({ config, url, ownerUrl }) => {
    await migrate(ownerUrl);
    const sets = options.own ? [] : options.set.length === 0 ? [shippedSet()] : options.set.flatMap(readSets);
    const judged: JudgedByEngine = new Map();
    for (const set of sets) await askSet(set, judged);
    const context = await openContext({ ...config, role: "web" }, url, createLog("silent"));
    try {
      for (const [engine, curve] of fitEngines(judged, new Map(), "all organizations"))
        await storeSharedCurve(context.db, engine, curve);
      for (const { id, name } of await context.db
        .selectFrom("organizations")
        .select(["id", "name"])
        .execute())
        await calibrateOwn(context, id, name);
    } finally {
      await context.close(1_000);
    }
  },
  { whileRunning: true },
);

/** Asks the questions of a set in a temporary organization, in which no calibration changes the confidence. */
async function askSet(set: QuestionSet, judged: JudgedByEngine): Promise<void> {
  process.stdout.write(`Asking ${set.questions.length} questions of ${set.name}…\n`);
  await withScratchOrganization(async (organization) => {
    for (const { file, audience } of set.documents) await organization.add(file, audience);
    for (const sentence of await organization.read()) process.stderr.write(`${sentence}\n`);
    const { context, organizationId } = organization;
    await judgeQuestions(context, { organizationId, questions: set.questions }, judged);
  });
}

/** Fits the shared curve to an organization's own golden questions and ratings. */
async function calibrateOwn(context: Context, organizationId: string, name: string): Promise<void> {
  const judged = await judgeOrganization(context, organizationId);
  const shared = await context.db.selectFrom("installation_calibrations").selectAll().execute();
  const priors = new Map(
    shared.map(({ engine, slope, intercept, questions }) => [engine, { slope, intercept, questions }]),
  );
  const curves = fitEngines(judged, priors, name);
  if (curves.size === 0) return;
  await withTenant(context.db, organizationId, async (trx) => {
    for (const [engine, curve] of curves) await storeCurve(trx, organizationId, engine, curve);
    await context.events.publish(trx, organizationId, { type: "guidance.updated", id: organizationId });
  });
}

/** Fits a curve for each engine with enough judged answers, and prints its calibration error. */
function fitEngines(judged: JudgedByEngine, priors: Map<string, Curve>, whose: string): Map<string, Curve> {
  const curves = new Map<string, Curve>();
  for (const [engine, answers] of judged) {
    if (answers.length < minJudged) {
      process.stdout.write(`${whose}: ${engine} answered ${answers.length}, too few to calibrate on.\n`);
      continue;
    }
    const curve = fitCurve(answers, priors.get(engine) ?? identityCurve);
    const after = answers.map(({ confidence, right }) => ({
      confidence: applyCurve(curve, confidence),
      right,
    }));
    const right = answers.filter((each) => each.right).length;
    process.stdout.write(
      `${whose}: ${engine} calibrated on ${answers.length} answers, ${right} right; error ${calibrationError(answers).toFixed(3)} before, ${calibrationError(after).toFixed(3)} on the same after.\n`,
    );
    curves.set(engine, curve);
  }
  return curves;
}
