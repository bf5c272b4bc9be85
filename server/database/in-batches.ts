interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Limits how many items fail together, and how long a batch holds its locks. */
const maxBatchSize = 50;

/**
 * Runs one batch at a time per key; items that arrive meanwhile form the next batch. A single item starts at once, and
 * simultaneous ones share a statement and a commit. Items never join a batch that has begun, so each result is as new
 * as its request. If a batch fails, each of its items is retried alone, in case only one is at fault.
 */
export function inBatches<Item, Result>(work: (items: Item[]) => Promise<Result[]>) {
  const queues = new Map<string, Waiting<Item, Result>[]>();

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, each] of batch.entries()) each.resolve(results[index] as Result);
    } catch (error) {
      // All at once: during an outage each of them waits for a connection until its timeout.
      if (batch.length > 1) await Promise.all(batch.map((each) => settle([each])));
      else batch[0]?.reject(error);
    }
  }

  async function drain(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) await settle(queue.splice(0, maxBatchSize));
    queues.delete(key);
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key) ?? [];
      queue.push({ item, resolve, reject });
      if (queues.has(key)) return;
      queues.set(key, queue);
      void drain(key, queue);
    });
}
