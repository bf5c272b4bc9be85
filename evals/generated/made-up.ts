import { readFileSync } from "node:fs";
import { z } from "zod";
import type { RetrievedPassage } from "../../server/retrieval/passage.ts";
import { plainOutput, toPassage } from "./recordings.ts";

const File = z.array(
  z.object({
    document: z.string(),
    passages: z.array(z.object({ heading: z.string(), text: z.string() })),
    claims: z.array(
      z.object({
        question: z.string(),
        right: z.string(),
        altered: z.array(z.tuple([z.string(), z.string()])),
      }),
    ),
  }),
);

/** A right claim about an invented document, and wrong alterations of it. */
export interface MadeUpClaim {
  document: string;
  question: string;
  passages: RetrievedPassage[];
  right: string;
  altered: { kind: string; written: string }[];
}

/** Handwritten claims, not derived from a model's output; nothing was fitted to them. */
export function readMadeUpClaims(): MadeUpClaim[] {
  const file = readFileSync(new URL("made-up.json", import.meta.url), "utf8");
  return File.parse(JSON.parse(file)).flatMap(({ document, passages, claims }) =>
    claims.map(({ question, right, altered }) => ({
      document,
      question,
      right,
      passages: passages.map(({ heading, text }, at) => toPassage(`${document} > ${heading}`, text, at)),
      altered: altered.map(([kind, written]) => ({ kind, written })),
    })),
  );
}

/** Whether the checked text of an altered claim is more than the beginning of the right one. */
export function saysOther(said: string, right: string): boolean {
  return !plainOutput(right).startsWith(said.replace(/\.$/u, ""));
}
