import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { quaintPhrases } from "../quaint-phrases.ts";

const root = path.resolve(import.meta.dirname, "../..");
const pages = globSync(["*.md", "docs/**/*.md", "server/**/*.md", "scripts/**/*.md"], { cwd: root });
const textOf = (page: string) => readFileSync(path.join(root, page), "utf8");
const findAll = (page: string, pattern: RegExp): string[] =>
  [...textOf(page).matchAll(pattern)].map(([, found = ""]) => found);

// An editor that wraps paragraphs joins such lines, and then the commands cannot be copied.
it("a line of a shell block in the documentation is one command", () => {
  const blocks = pages.flatMap((page) => findAll(page, /^```sh\n(.*?)^```/gmsu));
  const lines = blocks.flatMap((block) => block.trim().split("\n"));
  expect(lines.length).toBeGreaterThan(5);
  expect(
    lines.filter((line) => !/^(?:npm|node|python3|[A-Z]+=)/u.test(line) || /#.*\bnpm\b/u.test(line)),
  ).toEqual([]);
});

it("every npm command that the documentation names exists", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const names = new Set(pages.flatMap((page) => findAll(page, /\bnpm run ([a-z][a-z-]*)/gu)));
  expect(new Set(Object.keys(scripts)).isSupersetOf(names)).toBe(true);
});

it("every link between pages of the documentation leads to a file", () => {
  const links = pages.flatMap((page) =>
    findAll(page, /\]\((?!https?:)([^)#]+)/gu).map((link) => path.join(path.dirname(page), link)),
  );
  expect(links.filter((link) => !existsSync(path.join(root, link)))).toEqual([]);
});

it("the documentation is in plain English", () => {
  // The glossary and the changelog quote the phrases.
  const read = pages.filter((page) => /^(?:docs\/)?(?!CHANGELOG|glossary)[^/]*$/u.test(page));
  expect(read).toContain("docs/operations.md");
  expect(read.flatMap((page) => quaintPhrases(textOf(page)).map((phrase) => `${page}: ${phrase}`))).toEqual(
    [],
  );
});
