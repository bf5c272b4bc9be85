import { spawn } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../server/config.ts";
import { StartError } from "../server/start-error.ts";
import { checkModel, fetchModel, type ModelSource } from "./models/fetch-model.ts";
import { listModels, runtimeFolder, type LocalModel } from "./models/model-list.ts";
import { serveModels } from "./models/serve-models.ts";

// Small models on this machine: npm run models -- install | fetch NAME... [--from DIR] | serve NAME... [--port 3090]
const usage =
  "Usage: npm run models -- install | fetch NAME... [--from DIR] | serve NAME... [--port 3090]\nNames: ";
const { values: options, positionals } = parseArgs({
  options: { from: { type: "string" }, port: { type: "string", default: "3090" } },
  allowPositionals: true,
});

try {
  const [command, ...names] = positionals;
  const folder = path.join(readConfig().dataDir, "models");
  if (command === "install") await install();
  else if (command === "fetch") {
    for (const model of named(names)) {
      const { revision } = await fetchModel(model, source(), folder);
      process.stdout.write(`${model.name} at ${revision} is in ${folder}\n`);
    }
  } else if (command === "serve") await serve(named(names), folder);
  else
    throw new StartError(
      usage +
        listModels()
          .map(({ name }) => name)
          .join(", "),
    );
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function named(names: readonly string[]): LocalModel[] {
  const known = listModels();
  if (names.length === 0) throw new StartError(usage + known.map(({ name }) => name).join(", "));
  return names.map((name) => {
    const model = known.find((each) => each.name === name);
    if (model === undefined) throw new StartError(`There is no model ${name}.`);
    return model;
  });
}

function source(): ModelSource {
  if (options.from !== undefined) return { kind: "folder", folder: path.resolve(options.from) };
  return {
    kind: "hub",
    url: (process.env["MODELS_MIRROR"] ?? "https://huggingface.co").replace(/\/+$/u, ""),
  };
}

/** Installs into a folder of its own, by its own lock file, and without install scripts. */
async function install(): Promise<void> {
  const child = spawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: runtimeFolder,
    stdio: "inherit",
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new StartError("The runtime could not be installed.");
}

async function serve(models: LocalModel[], folder: string): Promise<void> {
  for (const model of models) await checkModel(model, folder);
  const app = await serveModels(models, folder);
  const url = await app.listen({ port: Number(options.port), host: "127.0.0.1" });
  for (const { kind, name } of models) {
    process.stdout.write(
      kind === "embeddings"
        ? `EMBEDDINGS_BASE_URL=${url}/v1 EMBEDDINGS_MODEL=${name}\n`
        : `RERANK_BASE_URL=${url} RERANK_MODEL=${name}\n`,
    );
  }
}
