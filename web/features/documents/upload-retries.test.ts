import { expect, test } from "vitest";
import { isPassing } from "./upload-retries.ts";

test.each([0, 408, 409, 418, 423, 429, 500, 502, 503, 504, 507])(
  "an upload is sent again after %d",
  (status) => {
    expect(isPassing(status)).toBe(true);
  },
);

test.each([400, 401, 403, 404, 410, 413, 415, 422, 501, 505])(
  "an upload is not sent again after %d",
  (status) => {
    expect(isPassing(status)).toBe(false);
  },
);

test("an upload is not sent again when nobody knows why it failed", () => {
  expect(isPassing(null)).toBe(false);
});
