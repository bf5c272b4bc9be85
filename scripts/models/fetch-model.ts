import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { StartError } from "../../server/start-error.ts";
import type { LocalModel } from "./model-list.ts";

/** The hub or a mirror of it, or a folder with a manifest.json. */
export type ModelSource = { kind: "hub"; url: string } | { kind: "folder"; folder: string };

const Locked = z.object({ revision: z.string(), files: z.record(z.string(), z.string()) });
const Lock = z.record(z.string(), Locked);
type Locked = z.infer<typeof Locked>;

const lockFile = (folder: string): string => path.join(folder, "models.lock.json");
export const modelFolder = (folder: string, { name }: Pick<LocalModel, "name">): string =>
  path.join(folder, name);

async function readLock(folder: string): Promise<z.infer<typeof Lock>> {
  const text = await readFile(lockFile(folder), "utf8").catch(() => "{}");
  return Lock.parse(JSON.parse(text));
}

/**
 * Fetches the files of a model into `folder`. The first time, their revision and hashes are stored in models.lock.json
 * there; later, files that differ are refused. Throws StartError.
 */
export async function fetchModel(model: LocalModel, source: ModelSource, folder: string): Promise<Locked> {
  const lock = await readLock(folder);
  const known = lock[model.name];
  const revision = known?.revision ?? (await findRevision(model, source));
  const target = modelFolder(folder, model);
  await mkdir(target, { recursive: true });
  const files: Record<string, string> = {};
  for (const file of Object.values(model.files)) {
    const partial = path.join(target, `${path.basename(file)}.partial`);
    try {
      await pipeline(await openFile(model, source, { revision, file }), createWriteStream(partial));
      const hash = await hashOf(partial);
      const expected = known?.files[file];
      if (expected !== undefined && expected !== hash) {
        throw new StartError(
          `${file} of ${model.name} is not the file that was fetched first (sha256 ${hash} instead of ${expected}). Nothing was replaced.`,
        );
      }
      files[file] = hash;
      await rename(partial, path.join(target, path.basename(file)));
    } finally {
      await rm(partial, { force: true });
    }
  }
  const locked = { revision, files };
  await writeFile(lockFile(folder), `${JSON.stringify({ ...lock, [model.name]: locked }, null, 2)}\n`);
  return locked;
}

/** Throws StartError if a file is missing or has been changed since it was fetched. */
export async function checkModel(model: LocalModel, folder: string): Promise<void> {
  const known = (await readLock(folder))[model.name];
  for (const file of Object.values(model.files)) {
    const stored = path.join(modelFolder(folder, model), path.basename(file));
    const hash = await hashOf(stored).catch(() => null);
    if (known === undefined || hash === null)
      throw new StartError(`${model.name} is not here. Run: npm run models -- fetch ${model.name}`);
    if (hash !== known.files[file])
      throw new StartError(`${file} of ${model.name} is not the file that was fetched. Fetch it again.`);
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

async function findRevision(model: LocalModel, source: ModelSource): Promise<string> {
  if (source.kind === "folder") {
    const manifest = await readFile(path.join(source.folder, "manifest.json"), "utf8").catch(() => null);
    if (manifest === null) throw new StartError(`There is no manifest.json in ${source.folder}.`);
    const { revision } = z.object({ revision: z.string().min(1) }).parse(JSON.parse(manifest));
    return revision;
  }
  const response = await get(`${source.url}/api/models/${model.repository}/revision/main`);
  return z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) }).parse(await response.json()).sha;
}

async function openFile(
  { repository }: LocalModel,
  source: ModelSource,
  { revision, file }: { revision: string; file: string },
): Promise<Readable> {
  if (source.kind === "folder") return createReadStream(path.join(source.folder, path.basename(file)));
  const response = await get(`${source.url}/${repository}/resolve/${revision}/${file}`);
  if (response.body === null) throw new StartError(`${file} of ${repository} is empty.`);
  return Readable.fromWeb(response.body);
}

async function get(url: string): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1_800_000) }).catch(() => null);
  if (response?.ok !== true)
    throw new StartError(`${url} could not be fetched${response === null ? "" : ` (${response.status})`}.`);
  return response;
}
