import { QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refetchSoon } from "./refetch-soon.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client that observes these queries, each fetched once; `read` lists the keys fetched from then on. */
async function clientThatObserves(...keys: QueryKey[]): Promise<{ client: QueryClient; read: QueryKey[] }> {
  const client = new QueryClient();
  const read: QueryKey[] = [];
  const queryFn = ({ queryKey }: { queryKey: QueryKey }) => Promise.resolve(read.push(queryKey));
  for (const queryKey of keys) new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  read.length = 0;
  return { client, read };
}

test("refetches once when a change arrives by the reply and by the event", async () => {
  const { client, read } = await clientThatObserves(["organizations", "1", "tickets"]);
  const byReply = refetchSoon(client, ["organizations", "1", "tickets"]);
  const byEvent = refetchSoon(client, ["organizations", "1", "tickets"]);
  expect(read).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all([byReply, byEvent]);
  expect(read).toEqual([["organizations", "1", "tickets"]]);
});

test("refetches again when something changes later", async () => {
  const { client, read } = await clientThatObserves(["tickets"]);
  void refetchSoon(client, ["tickets"]);
  await vi.advanceTimersByTimeAsync(100);
  void refetchSoon(client, ["tickets"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toEqual([["tickets"], ["tickets"]]);
});

test("refetches a nested key together with its parent", async () => {
  const filtered: QueryKey = ["a", "list", { show: "all" }];
  const { client, read } = await clientThatObserves(["a"], filtered, ["b", 1], ["b", 2], ["ab"], ["c"]);
  for (const key of [["a", "list"], ["a"], ["b", 1], ["a"], ["ab"], filtered]) void refetchSoon(client, key);
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toEqual([["a"], filtered, ["b", 1], ["ab"]]);
  for (const key of [["a"], []]) void refetchSoon(client, key);
  await vi.advanceTimersByTimeAsync(100);
  expect(read.slice(4)).toEqual([["a"], filtered, ["b", 1], ["b", 2], ["ab"], ["c"]]);
});

test("refetches after an initial fetch that was running during the change", async () => {
  const client = new QueryClient();
  const fetchMs = 500;
  const queryFn = vi.fn<() => Promise<string>>(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, fetchMs);
    });
    return "read";
  });
  new QueryObserver(client, { queryKey: ["tickets"], queryFn }).subscribe(() => undefined);
  void refetchSoon(client, ["tickets"]);
  await vi.advanceTimersByTimeAsync(2 * fetchMs);
  expect(queryFn).toHaveBeenCalledTimes(2);
});
