import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readAgain, withoutNested } from "./read-again.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function clientThatNotes(): { client: QueryClient; read: QueryKey[] } {
  const client = new QueryClient();
  const read: QueryKey[] = [];
  vi.spyOn(client, "invalidateQueries").mockImplementation((filters) => {
    read.push(filters?.queryKey ?? []);
    return Promise.resolve();
  });
  return { client, read };
}

test("a change that comes by the reply and by the event is read once", async () => {
  const { client, read } = clientThatNotes();
  const byReply = readAgain(client, ["organizations", "1", "tickets"]);
  const byEvent = readAgain(client, ["organizations", "1", "tickets"]);
  expect(read).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all([byReply, byEvent]);
  expect(read).toEqual([["organizations", "1", "tickets"]]);
});

test("what changes later is read again", async () => {
  const { client, read } = clientThatNotes();
  void readAgain(client, ["tickets"]);
  await vi.advanceTimersByTimeAsync(100);
  void readAgain(client, ["tickets"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toEqual([["tickets"], ["tickets"]]);
});

test("a key within another is read with it", () => {
  const keys = [["a", "list"], ["a"], ["b", 1], ["a"], ["ab"], ["a", "list", { show: "all" }]];
  expect(withoutNested(keys)).toEqual([["a"], ["b", 1], ["ab"]]);
  expect(withoutNested([["a"], []])).toEqual([[]]);
});
