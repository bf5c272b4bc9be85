import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { root } from "../steps.ts";

export const runtimeFolder = path.join(root, "local-models");

/** A small model that can run on this machine. */
export const LocalModel = z.object({
  name: z.string().regex(/^[\w.-]+$/),
  kind: z.enum(["embeddings", "rerank"]),
  /** On the hub or its mirror. */
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  files: z.object({ model: z.string(), tokenizer: z.string(), config: z.string() }),
  pooling: z.enum(["mean", "first"]).default("mean"),
});
export type LocalModel = z.infer<typeof LocalModel>;

/** The models of local-models/models.json. */
export function listModels(file = path.join(runtimeFolder, "models.json")): LocalModel[] {
  return LocalModel.array().parse(JSON.parse(readFileSync(file, "utf8")));
}
