import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/product-process.ts";
import { openDiskStorage } from "./storage-disk.ts";
import { FileNotStoredError } from "./storage.ts";

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

it("stores a file under a key, with its size and hash, until it is deleted", async () => {
  const storage = await openDiskStorage(await temporaryFolder());
  const bytes = randomBytes(300_000);
  const parts = [bytes.subarray(0, 7), bytes.subarray(7, 200_000), bytes.subarray(200_000)];
  const stored = await storage.put("org/documents/a.pdf", Readable.from(parts));
  expect(stored).toEqual({ sizeBytes: 300_000, sha256: createHash("sha256").update(bytes).digest() });
  expect(await storage.read("org/documents/a.pdf")).toEqual(bytes);
  const opened = await storage.open("org/documents/a.pdf");
  expect(opened.sizeBytes).toBe(300_000);
  expect(await buffer(opened.stream)).toEqual(bytes);
  const part = await storage.open("org/documents/a.pdf", { start: 5, end: 104 });
  expect(part.sizeBytes).toBe(100);
  expect(await buffer(part.stream)).toEqual(bytes.subarray(5, 105));
  await storage.delete("org/documents/a.pdf");
  await storage.delete("org/documents/a.pdf");
  await expect(storage.read("org/documents/a.pdf")).rejects.toThrow(FileNotStoredError);
  await expect(storage.open("org/documents/a.pdf")).rejects.toThrow(FileNotStoredError);
});

it("leaves nothing behind when a source fails or is aborted", async () => {
  const folder = await temporaryFolder();
  const storage = await openDiskStorage(folder);
  async function* breaking() {
    yield Buffer.from("half");
    throw new Error("the line went dead");
  }
  await expect(storage.put("org/a", Readable.from(breaking()))).rejects.toThrow("the line went dead");
  const signal = AbortSignal.abort(new Error("given up"));
  await expect(storage.put("org/a", Readable.from([Buffer.from("x")]), { signal })).rejects.toThrow(
    "given up",
  );
  expect(await files(folder)).toEqual([]);
});

it("keeps the old file when its replacement fails", async () => {
  const storage = await openDiskStorage(await temporaryFolder());
  await storage.put("org/a", Buffer.from("old"));
  const broken = new Readable({ read: () => broken.destroy(new Error("broken")) });
  await expect(storage.put("org/a", broken)).rejects.toThrow("broken");
  expect(String(await storage.read("org/a"))).toBe("old");
});

it("deletes everything below a prefix and nothing beside it", async () => {
  const storage = await openDiskStorage(await temporaryFolder());
  for (const key of ["one/a", "one/b/c", "two/a"]) await storage.put(key, Buffer.from(key));
  await storage.deleteAll("one");
  await expect(storage.read("one/b/c")).rejects.toThrow(FileNotStoredError);
  expect(String(await storage.read("two/a"))).toBe("two/a");
});

it.each(["../a", "org/../../a", "/etc/passwd", "org//a", "org/.hidden", "org/a\0", "org/a b", "", "a\\b"])(
  "refuses the key %j",
  async (key) => {
    const storage = await openDiskStorage(await temporaryFolder());
    await expect(storage.put(key, Buffer.from("x"))).rejects.toThrow("not a storage key");
  },
);
