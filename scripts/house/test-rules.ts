import { countLines } from "./source-figures.ts";

const maxFileLines = 400;
const maxNameCharacters = 80;

/** What is too long in a test file, as sentences. */
export function tooLongInTests(file: string, text: string): string[] {
  const lines = countLines(text);
  const names = [...text.matchAll(/(?:\b(?:test|it|describe)|\))\(\s*(["'`])(.+?)\1\s*,/gu)].map(
    ([, , name = ""]) => name,
  );
  return [
    ...(lines > maxFileLines ? [`${file} has ${lines} lines; the limit is ${maxFileLines}.`] : []),
    ...names
      .filter((name) => name.length > maxNameCharacters)
      .map(
        (name) => `“${name}” in ${file} has ${name.length} characters; the limit is ${maxNameCharacters}.`,
      ),
  ];
}

const ownLimit = /\b(?:testTimeout|hookTimeout)\b|\btimeout: ?\d|^ *\}, ?[\d_]+\);$/u;

/** The limits of time that tests set for themselves, as sentences. */
export function findOwnLimits(file: string, text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, at) =>
      ownLimit.test(line)
        ? [`Line ${at + 1} of ${file} limits a test in time; test/patience.ts does so for all.`]
        : [],
    );
}
