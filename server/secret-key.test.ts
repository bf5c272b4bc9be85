import { stat } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../test/product-process.ts";
import { loadSecretKey } from "./secret-key.ts";

it("is made once, for its owner's eyes only, even by several at once", async () => {
  const folder = await temporaryFolder();
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretKey(undefined, folder)));
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(keys[0]?.length).toBe(32);
  expect((await stat(path.join(folder, "secret-key"))).mode & 0o777).toBe(0o600);
  expect(await loadSecretKey(undefined, folder)).toEqual(keys[0]);
});

it("is the one that the operator gave, where there is one", async () => {
  const folder = await temporaryFolder();
  const given = "x".repeat(32);
  expect(await loadSecretKey(given, folder)).toEqual(await loadSecretKey(given, await temporaryFolder()));
  expect(await loadSecretKey(given, folder)).not.toEqual(await loadSecretKey(undefined, folder));
});
