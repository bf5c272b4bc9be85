import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order of test files: those with a browser first, then those that start processes, so that no long one is left when
 * the others are done. Within these Vitest's own order holds: by how long they took, else by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ranks = new Map(sorted.map((file) => [file, rankOf(file.moduleId)]));
    return sorted.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
  }
}

function rankOf(file: string): number {
  if (file.includes("/e2e/")) return 0;
  return /\/(product-process|product-account|embedded)\.ts"|"node:child_process"/.test(
    readFileSync(file, "utf8"),
  )
    ? 1
    : 2;
}
