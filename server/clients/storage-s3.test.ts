import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startFakeS3, type FakeS3 } from "../../test/fake-s3/fake-s3.ts";
import { temporaryFolder } from "../../test/product-process.ts";
import { readConfig, type S3Config } from "../config.ts";
import { openS3Storage } from "./storage-s3.ts";
import { FileNotStoredError, type Storage } from "./storage.ts";

let s3: FakeS3;
let config: S3Config;
let scratch: string;
let storage: Storage;
beforeAll(async () => {
  s3 = await startFakeS3();
  config = readConfig(s3.environment).s3 as S3Config;
});
afterAll(() => s3.close());
beforeEach(async () => {
  s3.objects.clear();
  scratch = await temporaryFolder();
  storage = openS3Storage(config, scratch);
});

it("stores a file under a key, with its size and hash, until it is deleted", async () => {
  // More than one part of the S3 client.
  const bytes = randomBytes(6_000_000);
  const stored = await storage.put("org/a.pdf", Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
  expect(stored).toEqual({ sizeBytes: 6_000_000, sha256: createHash("sha256").update(bytes).digest() });
  expect((await storage.read("org/a.pdf")).equals(bytes)).toBe(true);
  expect(await storage.readHead("org/a.pdf", 10)).toEqual(bytes.subarray(0, 10));
  const opened = await storage.open("org/a.pdf");
  expect(opened.sizeBytes).toBe(6_000_000);
  expect((await buffer(opened.stream)).equals(bytes)).toBe(true);
  const part = await storage.open("org/a.pdf", { start: 5, end: 104 });
  expect(part.sizeBytes).toBe(100);
  expect(await buffer(part.stream)).toEqual(bytes.subarray(5, 105));
  await storage.delete("org/a.pdf");
  await storage.delete("org/a.pdf");
  await expect(storage.read("org/a.pdf")).rejects.toThrow(FileNotStoredError);
  await expect(storage.open("org/a.pdf")).rejects.toThrow(FileNotStoredError);
  await expect(storage.readHead("org/a.pdf", 1)).rejects.toThrow(FileNotStoredError);
});

it("gives programs a local copy for as long as they need it", async () => {
  await storage.put("org/a", Buffer.from("content"));
  expect(await storage.withLocalFile("org/a", (file) => readFile(file, "utf8"))).toBe("content");
  await expect(storage.withLocalFile("org/a", () => Promise.reject(new Error("no good")))).rejects.toThrow(
    "no good",
  );
  await expect(storage.withLocalFile("org/b", async () => "read")).rejects.toThrow(FileNotStoredError);
  expect(await readdir(scratch)).toEqual([]);
});

it("stores empty files", async () => {
  await storage.put("org/a", Buffer.alloc(0));
  expect(await storage.readHead("org/a", 10)).toEqual(Buffer.alloc(0));
  expect(await storage.read("org/a")).toEqual(Buffer.alloc(0));
});

it("leaves nothing behind when a source fails or is aborted", async () => {
  async function* breaking() {
    yield randomBytes(6_000_000);
    throw new Error("the line went dead");
  }
  await expect(storage.put("org/a", Readable.from(breaking()))).rejects.toThrow("the line went dead");
  const signal = AbortSignal.abort(new Error("given up"));
  await expect(storage.put("org/a", Buffer.from("x"), { signal })).rejects.toThrow("given up");
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
});

it("deletes everything below a prefix and nothing beside it", async () => {
  for (const key of ["one/a", "one/b/c", "two/a"]) await storage.put(key, Buffer.from(key));
  await storage.deleteAll("one");
  expect([...s3.objects.keys()]).toEqual(["two/a"]);
});

it.each(["../a", "org/../../a", "/etc/passwd", "org//a", "org/a b", ""])(
  "refuses the key %j",
  async (key) => {
    await expect(storage.put(key, Buffer.from("x"))).rejects.toThrow("not a storage key");
  },
);

describe("the configuration", () => {
  it("must be complete or absent", () => {
    expect(readConfig({}).s3).toBeUndefined();
    expect(() => readConfig({ S3_REGION: "af-south-1", S3_BUCKET: "documents" })).toThrow(
      "S3_ACCESS_KEY_ID is required when other S3 variables are set\n" +
        "S3_SECRET_ACCESS_KEY is required when other S3 variables are set",
    );
    expect(() => readConfig({ ...s3.environment, S3_ENDPOINT: "nowhere" })).toThrow(
      "S3_ENDPOINT is not an address such as https://example.org",
    );
    const amazons = { ...s3.environment, S3_ENDPOINT: "", S3_REGION: "" };
    expect(readConfig(amazons).s3).toMatchObject({ endpoint: undefined, region: "us-east-1" });
  });
});

describe("a failing store", () => {
  it("is asked again after an error, a broken connection or throttling", async () => {
    s3.misbehave("PUT", { kind: "error", status: 503, code: "SlowDown" }, { kind: "cut" });
    await storage.put("org/a", Buffer.from("content"));
    s3.misbehave("GET", { kind: "error", status: 500, code: "InternalError" }, { kind: "slow", delayMs: 50 });
    expect(String(await storage.read("org/a"))).toBe("content");
  });

  it("is not mistaken for one without the file", async () => {
    await storage.put("org/a", Buffer.from("content"));
    s3.misbehave("GET", { kind: "error", status: 403, code: "AccessDenied" });
    await expect(storage.read("org/a")).rejects.not.toThrow(FileNotStoredError);
    s3.misbehave("GET", { kind: "cut" });
    await expect(storage.withLocalFile("org/a", async () => "read")).rejects.toThrow();
    expect(await readdir(scratch)).toEqual([]);
    const elsewhere = openS3Storage({ ...config, bucket: "other" }, scratch);
    await expect(elsewhere.read("org/a")).rejects.not.toThrow(FileNotStoredError);
  });

  it("is not ready if its bucket is missing or it refuses the key", async () => {
    await storage.check();
    const stranger = openS3Storage({ ...config, secretAccessKey: "wrong" }, scratch);
    await expect(stranger.check()).rejects.toThrow();
    await expect(stranger.put("org/a", Buffer.from("x"))).rejects.toThrow();
    await expect(openS3Storage({ ...config, bucket: "other" }, scratch).check()).rejects.toThrow();
  });
});
