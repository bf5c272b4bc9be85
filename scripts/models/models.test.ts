import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEmbeddings } from "../../server/clients/embeddings.ts";
import { openReranker } from "../../server/clients/rerank.ts";
import { checkModel, fetchModel, modelFolder, type ModelSource } from "./fetch-model.ts";
import { listModels, runtimeFolder, type LocalModel } from "./model-list.ts";
import { openTurns, serveModels } from "./serve-models.ts";
import { tinyModel, tinyTokenizer } from "./tiny-onnx.ts";

const files = { model: "onnx/model.onnx", tokenizer: "tokenizer.json", config: "tokenizer_config.json" };
const embedder: LocalModel = {
  name: "tiny-embedder",
  kind: "embeddings",
  repository: "tests/tiny-embedder",
  files,
  pooling: "mean",
};
const reranker: LocalModel = { ...embedder, name: "tiny-reranker", kind: "rerank" };
const words = ["leave", "annual", "shoes"];
/** For an unknown word, then for each of `words`. */
const vectors = [
  [0, 0, 0.1],
  [1, 0, 0],
  [0.8, 0.2, 0],
  [0, 1, 0],
];
const scores = [[0], [1], [0.5], [-1]];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sizana-models-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A folder with a model, as for a machine without a network. */
async function modelSource(model: Uint8Array): Promise<ModelSource> {
  const from = await mkdtemp(path.join(folder, "from-"));
  await writeFile(path.join(from, "model.onnx"), model);
  await writeFile(path.join(from, "tokenizer.json"), JSON.stringify(tinyTokenizer(words)));
  await writeFile(path.join(from, "tokenizer_config.json"), "{}");
  await writeFile(path.join(from, "manifest.json"), JSON.stringify({ revision: "r1" }));
  return { kind: "folder", folder: from };
}

describe("fetching a model", () => {
  test("keeps the revision and hashes of the first time, and refuses others", async () => {
    const locked = await fetchModel(embedder, await modelSource(tinyModel(vectors)), folder);
    expect(locked.revision).toBe("r1");
    expect(Object.keys(locked.files)).toEqual(Object.values(files));
    await fetchModel(embedder, await modelSource(tinyModel(vectors)), folder);
    const other = await modelSource(tinyModel(vectors.map((row) => row.map((each) => -each))));
    await expect(fetchModel(embedder, other, folder)).rejects.toThrow("not the file that was fetched first");
    const stored = await readFile(path.join(modelFolder(folder, embedder), "model.onnx"));
    expect(stored).toEqual(Buffer.from(tinyModel(vectors)));
    await checkModel(embedder, folder);
  });

  test("notices files that are missing or were changed on the disk", async () => {
    await expect(checkModel(embedder, folder)).rejects.toThrow("npm run models -- fetch tiny-embedder");
    await fetchModel(embedder, await modelSource(tinyModel(vectors)), folder);
    await writeFile(path.join(modelFolder(folder, embedder), "model.onnx"), "something else");
    await expect(checkModel(embedder, folder)).rejects.toThrow("Fetch it again");
  });

  describe("from a hub", () => {
    const sha = "0123456789abcdef0123456789abcdef01234567";
    const asked: string[] = [];
    let hub: Server;
    beforeAll(async () => {
      hub = createServer((request, response) => {
        asked.push(request.url ?? "");
        if (request.url === "/api/models/tests/tiny-embedder/revision/main")
          response.end(JSON.stringify({ sha }));
        else if (request.url?.endsWith(".onnx")) response.end(tinyModel(vectors));
        else if (request.url?.includes("missing")) response.writeHead(404).end();
        else response.end("{}");
      });
      await new Promise<void>((resolve) => hub.listen(0, "127.0.0.1", resolve));
    });
    afterAll(() => hub.close());

    test("asks for the revision once, then only for files of that", async () => {
      const url = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
      expect((await fetchModel(embedder, { kind: "hub", url }, folder)).revision).toBe(sha);
      asked.length = 0;
      await fetchModel(embedder, { kind: "hub", url }, folder);
      expect(asked).toEqual(
        Object.values(files).map((file) => `/tests/tiny-embedder/resolve/${sha}/${file}`),
      );
      const missing = { ...embedder, name: "missing", repository: "tests/missing" };
      await expect(fetchModel(missing, { kind: "hub", url }, folder)).rejects.toThrow();
    });
  });

  test("knows models of both kinds by name", () => {
    expect(new Set(listModels().map(({ kind }) => kind))).toEqual(new Set(["embeddings", "rerank"]));
  });
});

test("requests are served one at a time, and refused when too many wait", async () => {
  const inTurn = openTurns();
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = Array.from({ length: 16 }, () => inTurn(() => promise));
  expect(await inTurn(async () => "too late")).toBeNull();
  resolve("served");
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["served"]));
  expect(await inTurn(async () => "again")).toBe("again");
});

describe("small models in a process of their own", () => {
  // The runtime is not installed with the product.
  beforeAll(async () => {
    if (existsSync(path.join(runtimeFolder, "node_modules", "onnxruntime-web"))) return;
    await promisify(execFile)(process.execPath, [path.resolve("scripts/models.ts"), "install"]);
  });

  test("serve the product's own clients", async () => {
    await fetchModel(embedder, await modelSource(tinyModel(vectors)), folder);
    await fetchModel(reranker, await modelSource(tinyModel(scores, { mean: true })), folder);
    const app = await serveModels([embedder, reranker], folder);
    try {
      const url = await app.listen({ port: 0, host: "127.0.0.1" });
      const embeddings = openEmbeddings({
        baseUrl: `${url}/v1`,
        apiKey: undefined,
        model: embedder.name,
        timeoutMs: 30_000,
      });
      const [leave, annual, shoes] = await embeddings.embed(["leave", "Annual leave", "shoes"]);
      const like = (one: Float32Array | undefined, other: Float32Array | undefined) =>
        one?.reduce((sum, each, at) => sum + each * (other?.[at] ?? 0), 0) ?? 0;
      expect(like(leave, leave)).toBeCloseTo(1, 5);
      expect(like(leave, annual)).toBeGreaterThan(0.9);
      expect(like(leave, shoes)).toBeCloseTo(0, 5);
      const rerank = openReranker({
        baseUrl: url,
        apiKey: undefined,
        model: reranker.name,
        timeoutMs: 30_000,
      });
      const [first = 0, second = 0] = await rerank.score("leave", ["annual leave", "shoes shoes"]);
      expect(first).toBeGreaterThan(second);
    } finally {
      await app.close();
    }
  });

  test("refuse what they cannot read", async () => {
    await fetchModel(embedder, await modelSource(tinyModel(vectors)), folder);
    const app = await serveModels([embedder], folder);
    const post = (payload: object) => app.inject({ method: "POST", url: "/v1/embeddings", payload });
    expect((await post({ input: [] })).statusCode).toBe(422);
    expect((await post({ input: Array.from({ length: 65 }, () => "leave") })).statusCode).toBe(422);
    await app.close();
  });
});
