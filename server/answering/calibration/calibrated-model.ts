import { withTenant, type Database } from "../../database/database.ts";
import type { ModelAnswers } from "../generated/model-answers.ts";
import type { Guidance } from "../guidance/guidance.ts";
import { calibrateAnswer } from "./curves.ts";

interface CalibratedModelTools {
  db: Database;
  guidance: Guidance;
  /** The name under which its curve is stored. */
  modelName: string;
}

/** Applies the organization's calibration to the confidence of a model's answers. */
export function calibrateModel(
  answers: ModelAnswers,
  { db, guidance, modelName }: CalibratedModelTools,
): ModelAnswers {
  return {
    ...answers,
    async write(question, writing) {
      const answer = await answers.write(question, writing);
      if (answer.engine !== "model" || !answer.answered) return answer;
      const { organizationId } = question;
      const { curves } = await withTenant(db, organizationId, (trx) => guidance.of(trx, organizationId));
      return calibrateAnswer(answer, modelName, curves);
    },
  };
}
