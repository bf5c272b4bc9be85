import { withTenant, type Database } from "../../database/database.ts";
import type { ModelAnswers } from "../generated/model-answers.ts";
import type { Guidance } from "../guidance/guidance.ts";
import { calibrateAnswer } from "./curves.ts";

/** Applies the organization's calibration, the curve of this name, to the confidence of a model's answers. */
export function calibrateModel(
  answers: ModelAnswers,
  modelName: string,
  { db, guidance }: { db: Database; guidance: Guidance },
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
