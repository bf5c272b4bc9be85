import { countLines } from "./source-figures.ts";

const maxFileLines = 400;
const maxNameCharacters = 80;

/** The start of a name that only its `describe` completes: a failure is reported by the name of the test. */
const fragment = /^(?:of|that|whose|have|are|about)\b/u;

/** Files and test names that are too long, and names that are no sentence, as sentences. */
export function wrongInTests(file: string, text: string): string[] {
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
    ...names
      .filter((name) => fragment.test(name))
      .map((name) => `“${name}” in ${file} is a fragment; write a whole sentence.`),
  ];
}

const ownTimeout = /\b(?:testTimeout|hookTimeout)\b|\btimeout: ?\d|^ *\}, ?[\d_]+\);$/u;

/** Timeouts that tests set for themselves, as sentences. */
export function findOwnTimeouts(file: string, text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, at) =>
      ownTimeout.test(line)
        ? [`Line ${at + 1} of ${file} sets a timeout; test/patience.ts has the one for all.`]
        : [],
    );
}
