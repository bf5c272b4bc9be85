import { readFile, writeFile } from "node:fs/promises";
import type { BoostedTrees } from "../../server/answering/extractive/boosted-trees.ts";
import { tableWeights, unitWeights } from "../../server/answering/extractive/fitted-weights.ts";
import type { ConfidenceModel } from "../../server/answering/extractive/confidence.ts";
import {
  choiceFeatureNames,
  type AnswerModel,
  type ChoiceModel,
} from "../../server/answering/extractive/calibrate-choice.ts";
import type { TableModel } from "../../server/answering/extractive/rank-tables.ts";
import { namesOf } from "../../server/answering/extractive/weights.ts";

/** All fitted models except the ranking. */
export interface FittedModels {
  confidence: ConfidenceModel;
  tables: TableModel;
  choice: ChoiceModel;
}

/** Fitted figures by table and column, in the order of the table's lines. */
type Figures = Record<string, Record<string, readonly number[]>>;

/** Writes the fitted figures into the product's fitted-weights.ts and leaves the rest of that file unchanged. */
export async function writeFittedWeights(
  ranking: number[],
  models: FittedModels,
  questionCount: number,
): Promise<void> {
  const file = new URL("../../server/answering/extractive/fitted-weights.ts", import.meta.url);
  let source = (await readFile(file, "utf8")).replace(/\d+ questions/u, `${questionCount} questions`);
  for (const [table, columns] of Object.entries(figuresOf(ranking, models)))
    source = withFigures(source, table, columns);
  await writeFile(file, source);
  await writeChoiceTrees(models.choice);
}

/** Writes the trees into the product's choice-trees.json, one per line. */
async function writeChoiceTrees({ casual, written }: ChoiceModel): Promise<void> {
  const file = new URL("../../server/answering/extractive/data/choice-trees.json", import.meta.url);
  const treesOf = ({ intercept, trees }: BoostedTrees): string =>
    fieldsOf({
      intercept: intercept.toFixed(4),
      trees: `[\n${trees.map((tree) => JSON.stringify(tree)).join(",\n")}\n]`,
    });
  const fieldsOfModel = ({ hasAnswer, isRight, scaling }: AnswerModel): string =>
    fieldsOf({
      hasAnswer: treesOf(hasAnswer),
      isRight: treesOf(isRight),
      scaling: JSON.stringify(scaling),
    });
  const text = fieldsOf({
    features: JSON.stringify(choiceFeatureNames),
    casual: fieldsOfModel(casual),
    written: fieldsOfModel(written),
  });
  await writeFile(file, `${text}\n`);
}

/** An object whose values are JSON already. */
const fieldsOf = (fields: Record<string, string>): string =>
  `{\n${Object.entries(fields)
    .map(([name, value]) => `"${name}": ${value}`)
    .join(",\n")}\n}`;

function figuresOf(ranking: number[], { confidence: ofAnswer, tables }: FittedModels): Figures {
  const { hasAnswer, isRight, calibration } = ofAnswer;
  const { confidence, preference } = tables;
  const [ofTable, ofUnit] = [namesOf(tableWeights).length, namesOf(unitWeights).length];
  const part = (from: number, to?: number) => ({
    confidence: confidence.weights.slice(from, to),
    preference: preference.weights.slice(from, to),
  });
  return {
    tableWeights: { choice: tables.choice.slice(0, ofTable), ...part(0, ofTable) },
    unitWeights: { ranking, choice: tables.choice.slice(ofTable), ...part(ofTable, ofTable + ofUnit) },
    bestTableWeights: part(ofTable + ofUnit),
    confidenceWeights: { hasAnswer: hasAnswer.weights, isRight: isRight.weights },
    intercepts: {
      confidence: [confidence.intercept],
      preference: [preference.intercept],
      hasAnswer: [hasAnswer.intercept],
      isRight: [isRight.intercept],
    },
    scalings: {
      slope: [calibration.slope],
      intercept: [calibration.intercept],
    },
  };
}

function withFigures(source: string, table: string, columns: Figures[string]): string {
  const start = source.indexOf(`export const ${table} = {`);
  if (start === -1) throw new Error(`There is no table ${table}.`);
  const end = source.indexOf("\n\n", start);
  let line = 0;
  const filled = source.slice(start, end).replaceAll(/\{ .* \}/gu, (text) => {
    const at = line++;
    return Object.entries(columns).reduce(
      (changed, [column, figures]) =>
        changed.replace(
          new RegExp(`\\b${column}: [-\\d.]+`, "u"),
          `${column}: ${Number((figures[at] ?? 0).toFixed(2))}`,
        ),
      text,
    );
  });
  return source.slice(0, start) + filled + source.slice(end);
}
