import { expect, test } from "vitest";
import { checkSentence } from "../../server/answering/generated/check-sentence.ts";
import { readMadeUpClaims, saysOther } from "./made-up.ts";

const claims = readMadeUpClaims();

test("accepts right claims about invented documents", () => {
  const lost = claims.filter(
    ({ right, passages, question }) => checkSentence(right, passages, question) === null,
  );
  expect(lost.length).toBeLessThanOrEqual(2);
});

test("accepts at most one in fifty altered claims about invented documents", () => {
  const altered = claims.flatMap((claim) => claim.altered.map(({ written }) => ({ ...claim, written })));
  const through = altered.filter(({ written, passages, question, right }) => {
    const checked = checkSentence(written, passages, question);
    return checked !== null && checked.isQuoted !== true && saysOther(checked.text, right);
  });
  expect(altered.length).toBeGreaterThan(140);
  expect(through.length).toBeLessThanOrEqual(altered.length / 50);
});
