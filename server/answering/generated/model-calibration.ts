// Written by evals/generated.ts --write; run it again rather than editing figures by hand.

/** The curve for models without a fitted one. */
export const modelCurve = {
  intercept: -4.833,
  sure: 4.189,
  support: -0.394,
  confirmed: 4.264,
  quoted: -1.724,
};
