import { stat } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../test/product-process.ts";
import { loadSecretKeys } from "./secret-key.ts";

const loadFirst = async (given: { secretKey?: string }, folder: string): Promise<Buffer> =>
  (await loadSecretKeys(given, folder))[0];

it("is generated once, readable by its owner only, even by simultaneous calls", async () => {
  const folder = await temporaryFolder();
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadFirst({}, folder)));
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(keys[0]?.length).toBe(32);
  expect((await stat(path.join(folder, "secret-key"))).mode & 0o777).toBe(0o600);
  expect(await loadFirst({}, folder)).toEqual(keys[0]);
});

it("is the operator's if one is set", async () => {
  const folder = await temporaryFolder();
  const given = "x".repeat(32);
  expect(await loadFirst({ secretKey: given }, folder)).toEqual(
    await loadFirst({ secretKey: given }, await temporaryFolder()),
  );
  expect(await loadFirst({ secretKey: given }, folder)).not.toEqual(await loadFirst({}, folder));
});
