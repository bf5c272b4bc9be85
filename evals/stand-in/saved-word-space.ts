import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { learnWordSpace, spaceSettings, type WordSpace } from "./word-space.ts";

const SavedWordSpace = z.object({
  dimensions: z.int(),
  unknownWeight: z.number(),
  words: z.array(z.tuple([z.string(), z.number()])),
});

/** The word space of some texts. Training takes a minute, so it is cached in the folder for temporary files. */
export async function wordSpaceOf(texts: string[]): Promise<WordSpace> {
  const hash = createHash("sha256").update(JSON.stringify(spaceSettings));
  for (const text of texts) hash.update(text);
  const path = join(tmpdir(), "sizana-word-spaces", hash.digest("hex").slice(0, 16));
  try {
    return await read(path);
  } catch {
    const space = learnWordSpace(texts);
    await write(path, space);
    return space;
  }
}

async function write(path: string, { dimensions, unknownWeight, words, common }: WordSpace): Promise<void> {
  const vectors = new Float32Array((words.size + 1) * dimensions);
  [common, ...[...words.values()].map(({ vector }) => vector)].forEach((vector, at) =>
    vectors.set(vector, at * dimensions),
  );
  const weights = [...words].map(([word, { weight }]): [string, number] => [word, weight]);
  const saved: z.infer<typeof SavedWordSpace> = { dimensions, unknownWeight, words: weights };
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(`${path}.vectors`, new Uint8Array(vectors.buffer));
  // Written last and renamed, so that a word space with this file is complete.
  await writeFile(`${path}.new`, JSON.stringify(saved));
  await rename(`${path}.new`, `${path}.json`);
}

async function read(path: string): Promise<WordSpace> {
  const saved = SavedWordSpace.parse(JSON.parse(await readFile(`${path}.json`, "utf8")));
  const bytes = await readFile(`${path}.vectors`);
  const vectors = new Float32Array(new Uint8Array(bytes).buffer);
  const { dimensions, unknownWeight } = saved;
  const vectorAt = (at: number) => vectors.slice(at * dimensions, (at + 1) * dimensions);
  return {
    dimensions,
    unknownWeight,
    common: vectorAt(0),
    words: new Map(saved.words.map(([word, weight], at) => [word, { weight, vector: vectorAt(at + 1) }])),
  };
}
