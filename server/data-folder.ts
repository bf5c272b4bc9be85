import { randomUUID } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "./start-error.ts";

const reasons: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  EEXIST: "a file with that name exists",
  ENOENT: "it can't be created",
  ENOTDIR: "a file with that name exists",
};

/** Another folder would begin without the data. */
export const makeRoom = "Make room on it and start again.";

/** Creates DATA_DIR if it is missing, and checks that it can be written. Throws StartError. */
export async function prepareDataFolder(folder: string): Promise<void> {
  await prepareFolder(folder, {
    mode: 0o755,
    refusal: `Can't write to DATA_DIR ${path.resolve(folder)}`,
    advice: "Choose another folder: DATA_DIR=/path npm start",
    adviceIfFull: makeRoom,
  });
}

interface FolderOptions {
  mode: number;
  refusal: string;
  advice: string;
  adviceIfFull?: string;
}

/** Creates a folder if it is missing, and checks that it can be written. Throws StartError. */
export async function prepareFolder(
  folder: string,
  { mode, refusal, advice, adviceIfFull = advice }: FolderOptions,
): Promise<void> {
  const probe = path.join(folder, `.probe-${randomUUID()}`);
  try {
    await makeFolder(path.resolve(folder), mode);
    await writeFile(probe, "probe");
    await rm(probe);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const isFull = code === "ENOSPC" || code === "EDQUOT";
    throw new StartError(`${refusal}: ${reasons[code] ?? message}. ${isFull ? adviceIfFull : advice}`);
  }
}

/** Replaces Node's recursive mkdir, which never returns on a file system like /proc that refuses with ENOENT. */
async function makeFolder(folder: string, mode: number): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() === true) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent, mode);
  await mkdir(folder, { mode });
}
