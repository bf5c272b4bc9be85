import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order of test files: one with a browser, which needs a whole core, then two others, beginning with those that
 * mostly wait for processes and retries. Running one kind after the other would overload the cores first and leave them
 * idle later. Within a kind, Vitest's order is kept: by duration in earlier runs, else by size.
 */
export class BrowsersAmongOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project);
    return [...byProject.values()].flatMap(mix);
  }
}

function mix(files: TestSpecification[]): TestSpecification[] {
  const { browser = [], waiting = [], short = [] } = Object.groupBy(files, kindOf);
  const others = [...waiting, ...short];
  const mixed = browser.flatMap((file, at) => [file, ...others.slice(2 * at, 2 * at + 2)]);
  return [...mixed, ...others.slice(2 * browser.length)];
}

function kindOf({ moduleId }: TestSpecification): "browser" | "waiting" | "short" {
  if (moduleId.includes("/e2e/")) return "browser";
  const waits = /\/(product-process|product-account|embedded|whatsapp|jobs)\.ts"|"node:child_process"/;
  return waits.test(readFileSync(moduleId, "utf8")) ? "waiting" : "short";
}
