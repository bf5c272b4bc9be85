interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Bounds what fails together, and how long one batch holds its locks. */
const maxTogether = 50;

/**
 * Does work for one item at a time by key; items that come meanwhile are done together after it. One alone waits for
 * nobody, and many at once share a statement and a commit. Nobody joins what has begun, so everybody gets what was true
 * after they asked. If a batch fails, each of it is tried alone: one may be to blame.
 */
export function inBatches<Item, Result>(work: (items: Item[]) => Promise<Result[]>) {
  const lines = new Map<string, Waiting<Item, Result>[]>();

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, each] of batch.entries()) each.resolve(results[index] as Result);
    } catch (error) {
      // At once: after an outage each would wait for a connection that never comes.
      if (batch.length > 1) await Promise.all(batch.map((each) => settle([each])));
      else batch[0]?.reject(error);
    }
  }

  async function workOff(key: string, line: Waiting<Item, Result>[]): Promise<void> {
    while (line.length > 0) await settle(line.splice(0, maxTogether));
    lines.delete(key);
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const line = lines.get(key) ?? [];
      line.push({ item, resolve, reject });
      if (lines.has(key)) return;
      lines.set(key, line);
      void workOff(key, line);
    });
}
