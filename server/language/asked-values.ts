import { readNamed } from "./language-data.ts";

const valueKinds = [
  "telephone",
  "email",
  "website",
  "percent",
  "time",
  "duration",
  "date",
  "distance",
  "money",
  "number",
] as const;
/** Kinds of values that a text may contain and a question may ask for. */
export type ValueKind = (typeof valueKinds)[number];

const cues = valueKinds.map((kind) => {
  const phrases = readNamed("values", ["asked"], kind).join("|");
  return { kind, pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, "iu") };
});

/** The kinds of values that a question may ask for, often none. */
export function askedValues(question: string): ValueKind[] {
  const kinds = cues.filter(({ pattern }) => pattern.test(question)).map(({ kind }) => kind);
  // "How many days" asks for days, not for any number.
  const exact = kinds.some((kind) => kind === "duration" || kind === "time" || kind === "telephone");
  return exact ? kinds.filter((kind) => kind !== "number") : kinds;
}
