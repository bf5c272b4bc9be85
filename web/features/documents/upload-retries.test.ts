import { expect, test } from "vitest";
import { isRetryable } from "./upload-retries.ts";

test.each([0, 408, 409, 418, 423, 429, 500, 502, 503, 504, 507])(
  "retries an upload after status %d",
  (status) => {
    expect(isRetryable(status)).toBe(true);
  },
);

test.each([400, 401, 403, 404, 410, 413, 415, 422, 501, 505])(
  "does not retry an upload after status %d",
  (status) => {
    expect(isRetryable(status)).toBe(false);
  },
);

test("does not retry an upload that failed for an unknown reason", () => {
  expect(isRetryable(null)).toBe(false);
});
