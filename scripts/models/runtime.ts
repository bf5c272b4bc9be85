import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { StartError } from "../../server/start-error.ts";
import { runtimeFolder, type LocalModel } from "./model-list.ts";

interface Tensor {
  data: Float32Array;
  dims: readonly number[];
}
interface Session {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(feeds: Record<string, unknown>): Promise<Record<string, Tensor>>;
}
interface Onnx {
  env: { wasm: { numThreads: number } };
  Tensor: new (type: "int64", data: BigInt64Array, dims: number[]) => unknown;
  InferenceSession: { create(model: Uint8Array): Promise<Session> };
}
interface Encoded {
  ids: number[];
  token_type_ids?: number[];
}
interface Tokenizers {
  Tokenizer: new (
    tokenizer: unknown,
    config: unknown,
  ) => { encode(text: string, options: { text_pair?: string }): Encoded };
}

/** The limit of such small models; longer texts are cut. */
const maxTokens = 512;

/** Loads a package of the runtime, which is installed separately. Throws StartError if it is not. */
async function load<T>(name: string): Promise<T> {
  const require = createRequire(path.join(runtimeFolder, "package.json"));
  try {
    return (await import(pathToFileURL(require.resolve(name)).href)) as T;
  } catch {
    throw new StartError("The runtime is not installed. Run: npm run models -- install");
  }
}

interface Runner {
  run(text: string, pair?: string): Promise<Tensor>;
}

async function openModel({ files }: LocalModel, folder: string): Promise<Runner> {
  const read = (file: string) => readFile(path.join(folder, path.basename(file)));
  const onnx = await load<Onnx>("onnxruntime-web");
  const { Tokenizer } = await load<Tokenizers>("@huggingface/tokenizers");
  // One thread, which leaves the other cores to other processes.
  onnx.env.wasm.numThreads = 1;
  const [tokenizerJson, config] = await Promise.all([read(files.tokenizer), read(files.config)]);
  const tokenizer = new Tokenizer(JSON.parse(tokenizerJson.toString()), JSON.parse(config.toString()));
  const session = await onnx.InferenceSession.create(await read(files.model));
  return {
    async run(text, pair) {
      const { ids, token_type_ids: types } = tokenizer.encode(
        text,
        pair === undefined ? {} : { text_pair: pair },
      );
      // A text that is cut keeps its last token, the end marker.
      const kept = ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1) ?? 0];
      const tensor = (values: number[]) =>
        new onnx.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
      const known: Record<string, unknown> = {
        input_ids: tensor(kept),
        attention_mask: tensor(kept.map(() => 1)),
        token_type_ids: tensor(kept.map((_, at) => types?.[at] ?? 0)),
      };
      const feeds = Object.fromEntries(session.inputNames.map((name) => [name, known[name]]));
      const output = (await session.run(feeds))[session.outputNames[0] ?? ""];
      if (output === undefined) throw new Error("the model gives no output");
      return output;
    },
  };
}

/** A vector of length 1 for each text. */
export async function openEmbedder(
  model: LocalModel,
  folder: string,
): Promise<(texts: readonly string[]) => Promise<number[][]>> {
  const runner = await openModel(model, folder);
  return async (texts) => {
    const vectors: number[][] = [];
    for (const text of texts) vectors.push(pool(await runner.run(text), model.pooling));
    return vectors;
  };
}

/** Pools a row per token to one vector of length 1. */
function pool({ data, dims }: Tensor, pooling: LocalModel["pooling"]): number[] {
  const size = dims.at(-1) ?? 0;
  const rows = pooling === "first" ? 1 : data.length / size;
  const sum = Array.from({ length: size }, (_, at) => {
    let total = 0;
    for (let row = 0; row < rows; row++) total += data[row * size + at] ?? 0;
    return total;
  });
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/** A score for each text; higher is more relevant to the query. */
export async function openCrossEncoder(
  model: LocalModel,
  folder: string,
): Promise<(query: string, texts: readonly string[]) => Promise<number[]>> {
  const runner = await openModel(model, folder);
  return async (query, texts) => {
    const scores: number[] = [];
    for (const text of texts) scores.push((await runner.run(query, text)).data.at(-1) ?? 0);
    return scores;
  };
}
