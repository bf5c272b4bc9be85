import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { dayMs } from "../../contract/limits.ts";
import { FileNotStoredError, isStorageKey, keySegments, measured, type Storage } from "./storage.ts";

// Segments of keys never start with a dot, so no key can collide with a half-written file.
const unfinished = ".unfinished";
const abandonedAfterMs = dayMs;

/** Files in `folder`. Several processes may share it. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const root = path.resolve(folder);
  const scratch = path.join(root, unfinished);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await removeAbandoned(scratch);
  const fileOf = (key: string): string => path.join(root, ...keySegments(key));
  return {
    async put(key, source, { signal } = {}) {
      const target = fileOf(key);
      const temporary = path.join(scratch, randomUUID());
      try {
        const stored = await writeDurably(temporary, source, signal);
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        await rename(temporary, target);
        await syncFolder(path.dirname(target));
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async open(key, range) {
      // The file stays open, so that deleting or replacing it does not disturb its reader.
      const handle = await open(fileOf(key), "r").catch(notStored(key));
      if (range) return { stream: handle.createReadStream(range), sizeBytes: range.end - range.start + 1 };
      return { stream: handle.createReadStream(), sizeBytes: (await handle.stat()).size };
    },
    read: (key) => readFile(fileOf(key)).catch(notStored(key)),
    async readHead(key, maxBytes) {
      await using handle = await open(fileOf(key), "r").catch(notStored(key));
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
      return buffer.subarray(0, bytesRead);
    },
    async withLocalFile(key, use) {
      await stat(fileOf(key)).catch(notStored(key));
      return use(fileOf(key));
    },
    delete: (key) => rm(fileOf(key), { force: true }),
    deleteAll: (prefix) => rm(fileOf(prefix), { recursive: true, force: true }),
    async *keys() {
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        const key = path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/");
        if (entry.isFile() && isStorageKey(key)) yield key;
      }
    },
    async check() {
      const probe = path.join(scratch, randomUUID());
      await writeDurably(probe, Buffer.from("probe"), undefined);
      await rm(probe);
    },
    signedUploads: null,
  };
}

/** Flushes the file to the disk, so that an acknowledged file survives a power cut. */
async function writeDurably(file: string, source: Readable | Uint8Array, signal: AbortSignal | undefined) {
  const { bytes, stored } = measured(source, signal);
  await writeFile(file, bytes, { flag: "wx", mode: 0o600, flush: true });
  return stored();
}

/** A renamed file's name is durable only once its folder is flushed. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder, "r");
  await handle.sync();
}

/** Removes files that a killed process left half-written. Recent ones may belong to another process. */
async function removeAbandoned(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    const file = path.join(scratch, name);
    const found = await stat(file).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(file, { force: true });
  }
}

function notStored(key: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw error.code === "ENOENT" ? new FileNotStoredError(`nothing is stored under ${key}`) : error;
  };
}
