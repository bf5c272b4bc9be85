import { QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readAgain } from "./read-again.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that shows these queries, all of which it has read once; `read` notes what it reads from then on. */
async function pageThatShows(...keys: QueryKey[]): Promise<{ client: QueryClient; read: QueryKey[] }> {
  const client = new QueryClient();
  const read: QueryKey[] = [];
  const queryFn = ({ queryKey }: { queryKey: QueryKey }) => Promise.resolve(read.push(queryKey));
  for (const queryKey of keys) new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  read.length = 0;
  return { client, read };
}

test("a change that comes by the reply and by the event is read once", async () => {
  const { client, read } = await pageThatShows(["organizations", "1", "tickets"]);
  const byReply = readAgain(client, ["organizations", "1", "tickets"]);
  const byEvent = readAgain(client, ["organizations", "1", "tickets"]);
  expect(read).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all([byReply, byEvent]);
  expect(read).toEqual([["organizations", "1", "tickets"]]);
});

test("what changes later is read again", async () => {
  const { client, read } = await pageThatShows(["tickets"]);
  void readAgain(client, ["tickets"]);
  await vi.advanceTimersByTimeAsync(100);
  void readAgain(client, ["tickets"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toEqual([["tickets"], ["tickets"]]);
});

test("a key within another is read with it", async () => {
  const filtered: QueryKey = ["a", "list", { show: "all" }];
  const { client, read } = await pageThatShows(["a"], filtered, ["b", 1], ["b", 2], ["ab"], ["c"]);
  for (const key of [["a", "list"], ["a"], ["b", 1], ["a"], ["ab"], filtered]) void readAgain(client, key);
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toEqual([["a"], filtered, ["b", 1], ["ab"]]);
  for (const key of [["a"], []]) void readAgain(client, key);
  await vi.advanceTimersByTimeAsync(100);
  expect(read.slice(4)).toEqual([["a"], filtered, ["b", 1], ["b", 2], ["ab"], ["c"]]);
});

test("what changes during the first read of it is read once more", async () => {
  const client = new QueryClient();
  const readMs = 500;
  const queryFn = vi.fn<() => Promise<string>>(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, readMs);
    });
    return "read";
  });
  new QueryObserver(client, { queryKey: ["tickets"], queryFn }).subscribe(() => undefined);
  void readAgain(client, ["tickets"]);
  await vi.advanceTimersByTimeAsync(2 * readMs);
  expect(queryFn).toHaveBeenCalledTimes(2);
});
