import { expect, test } from "vitest";
import { formatRelativeTime } from "./relative-time.ts";

const now = Date.UTC(2026, 10, 21, 12);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, "less than a minute ago"],
  [59 * second, "less than a minute ago"],
  [minute, "1 minute ago"],
  [3 * minute, "3 minutes ago"],
  [59 * minute + 59 * second, "59 minutes ago"],
  [hour, "1 hour ago"],
  [23 * hour, "23 hours ago"],
  [day, "1 day ago"],
  [29 * day, "29 days ago"],
  [30 * day, "1 month ago"],
  [364 * day, "12 months ago"],
  [365 * day, "1 year ago"],
  [-5 * second, "less than a minute ago"],
])("%d ms earlier is shown as %s", (elapsed, shown) => {
  expect(formatRelativeTime(now - elapsed, now)).toBe(shown);
});
