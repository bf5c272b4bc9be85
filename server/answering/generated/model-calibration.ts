// Written by evals/generated.ts --write; run it again rather than editing figures by hand.
import type { ModelFeature } from "./model-confidence.ts";

/** Of a model that has no curve of its own yet. */
export const modelCurve: Record<ModelFeature | "intercept", number> = {
  intercept: -4.833,
  sure: 4.189,
  support: -0.394,
  confirmed: 4.264,
  quoted: -1.724,
};
