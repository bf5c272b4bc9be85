import { describe, expect, test } from "vitest";
import { applyCurve } from "../../server/answering/calibration/curves.ts";
import { calibrationError, fitCurve } from "./fit-curve.ts";

describe("a curve", () => {
  const answers = (confidence: number, right: number, wrong: number) => [
    ...Array.from({ length: right }, () => ({ confidence, right: true })),
    ...Array.from({ length: wrong }, () => ({ confidence, right: false })),
  ];

  test("lowers overconfident answers and raises underconfident ones", () => {
    const tooSure = fitCurve([...answers(0.9, 60, 40), ...answers(0.6, 30, 70)]);
    expect(applyCurve(tooSure, 0.9)).toBeCloseTo(0.6, 1);
    expect(applyCurve(tooSure, 0.6)).toBeCloseTo(0.3, 1);
    expect(applyCurve(fitCurve(answers(0.5, 90, 10)), 0.5)).toBeGreaterThan(0.8);
  });

  test("keeps calibrated confidences, and hardly moves for a few answers", () => {
    const curve = fitCurve([...answers(0.8, 80, 20), ...answers(0.3, 30, 70)]);
    expect(applyCurve(curve, 0.55)).toBeCloseTo(0.55, 1);
    expect(Math.abs(applyCurve(fitCurve(answers(0.8, 0, 2)), 0.8) - 0.8)).toBeLessThan(0.3);
  });

  test.each([
    [0.96, 16],
    [0.96, 0],
    [0.99, 3],
    [0.05, 30],
  ])("moves a confidence of %d towards %d right answers of 32", (confidence, right) => {
    const curve = fitCurve(answers(confidence, right, 32 - right));
    const [calibrated, share] = [applyCurve(curve, confidence), right / 32];
    expect(Math.abs(calibrated - share)).toBeLessThan(Math.abs(confidence - share) / 3);
  });

  test("never falls, whatever the answers", () => {
    const upsideDown = fitCurve([...answers(0.9, 5, 95), ...answers(0.2, 95, 5)]);
    expect(applyCurve(upsideDown, 0.9)).toBeGreaterThanOrEqual(applyCurve(upsideDown, 0.2));
  });

  test("has no error if confidence and right answers agree", () => {
    const agreeing = Array.from({ length: 100 }, (_, at) => ({ confidence: 0.8, right: at % 5 > 0 }));
    expect(calibrationError(agreeing)).toBeCloseTo(0, 5);
    expect(calibrationError(answers(0.8, 0, 100))).toBeCloseTo(0.8, 5);
    expect(calibrationError([])).toBe(0);
  });
});
