import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentToast, dismissToast, toast } from "./toast-store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("shows one toast at a time", () => {
  toast({ title: "First" });
  toast({ title: "Second" });
  expect(currentToast()).toMatchObject({ title: "Second", open: true });
});

test("a dismissed toast is closed at once and removed after 1000000 ms", () => {
  toast({ title: "Upload Successful" });
  dismissToast(currentToast()?.id ?? 0);
  expect(currentToast()?.open).toBe(false);
  vi.advanceTimersByTime(999_999);
  expect(currentToast()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeNull();
});

test("removing a dismissed toast leaves the toast that replaced it", () => {
  toast({ title: "First" });
  dismissToast(currentToast()?.id ?? 0);
  toast({ title: "Second" });
  vi.advanceTimersByTime(1_000_000);
  expect(currentToast()).toMatchObject({ title: "Second", open: true });
});
