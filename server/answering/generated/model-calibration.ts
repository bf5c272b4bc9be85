// Written by evals/generated.ts --write; run it again rather than editing figures by hand.

/** Coefficients of the confidence in generated answers (a logistic regression). */
export const modelCurve = {
  intercept: -6.083,
  sure: 4.416,
  support: 1.983,
  confirmed: 3.532,
  quoted: -0.795,
};
