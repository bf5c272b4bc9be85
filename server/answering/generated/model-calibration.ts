// Written by evals/generated.ts --write; run it again rather than editing figures by hand.

/** The curve for models without a fitted one. */
export const modelCurve = {
  intercept: -4.22,
  sure: 4.142,
  support: 0.128,
  confirmed: 3.437,
  quoted: -1.144,
};
