import { readdirSync, readFileSync } from "node:fs";
import type { RetrievedPassage } from "../../server/retrieval/passage.ts";
import { checkSentence } from "../../server/answering/generated/check-sentence.ts";
import { plainOutput, toPassage } from "./recordings.ts";

/** A claim about an invented document that was written by hand, and what it is not to be turned into. */
export interface WrittenClaim {
  organization: string;
  question: string;
  passages: RetrievedPassage[];
  right: string;
  altered: { kind: string; written: string }[];
}

/**
 * Those to develop with are for making rules and fitting the judge; those held out and those unseen only tell how well
 * that went. The unseen ones are put more freely, and were written without knowing the checks. So were the fresh ones,
 * about documents that other evaluations read.
 */
export type ClaimSet = "develop" | "held-out" | "unseen" | "fresh";

/**
 * Claims about invented organizations, in the manner of a strong model.
 *
 * A file has organizations ("= name | document") with passages ("@ heading" and its text) and then questions
 * ("? question") with right claims ("+ claim [1]."), each followed by altered
 * ones ("- kind: claim [1].").
 */
export function readWrittenClaims(set: ClaimSet): WrittenClaim[] {
  const folder = new URL(`claims/${set}/`, import.meta.url);
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => parseClaims(readFileSync(new URL(file, folder), "utf8"), file));
}

function parseClaims(text: string, file: string): WrittenClaim[] {
  const claims: WrittenClaim[] = [];
  let [organization, document] = ["", ""];
  let passages: { heading: string; lines: string[] }[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const [mark, rest] = [line.slice(0, 2), line.slice(2)];
    const last = claims.at(-1);
    if (line === "") continue;
    if (mark === "= ") {
      [organization = "", document = ""] = rest.split(" | ");
      passages = [];
    } else if (mark === "@ ") passages.push({ heading: rest, lines: [] });
    else if (mark === "? ") {
      const shown = passages.map(({ heading, lines }, index) =>
        toPassage(`${document} > ${heading}`, lines.join("\n"), index),
      );
      claims.push({ organization, question: rest, passages: shown, right: "", altered: [] });
    } else if (mark === "+ " && last?.right === "") last.right = rest;
    else if (mark === "+ " && last !== undefined) claims.push({ ...last, right: rest, altered: [] });
    else if (mark === "- " && last !== undefined) {
      const [, kind, written] = /^([a-z]+): (.+)$/u.exec(rest) ?? [];
      if (kind === undefined || written === undefined)
        throw new Error(`${file}:${at + 1}: an altered claim is "- kind: claim [1]."`);
      last.altered.push({ kind, written });
    } else passages.at(-1)?.lines.push(line);
  }
  return claims;
}

export type ClaimOutcome = "said" | "quoted" | "refused";

/** What becomes of a claim: in the model's words, in the documents', or not at all. */
export function outcomeOf({ passages, question }: WrittenClaim, written: string): ClaimOutcome {
  const checked = checkSentence(written, passages, question);
  return checked === null ? "refused" : checked.isQuoted === true ? "quoted" : "said";
}

/**
 * Whether an altered claim is said so that it is wrong: all of it, or a part that is no beginning of the right one.
 * Where a condition was left out, it is a beginning of the right one and wrong all the same.
 */
export function isLetThrough({ passages, question, right }: WrittenClaim, written: string): boolean {
  const checked = checkSentence(written, passages, question);
  if (checked === null || checked.isQuoted === true) return false;
  return saysAltered(checked.text, { written, right });
}

/** Whether what is said is all of the altered claim, or a part of it that is no beginning of the right one. */
export function saysAltered(said: string, { written, right }: { written: string; right: string }): boolean {
  return bare(said) === bare(written) || !bare(right).startsWith(bare(said));
}

/** Without its citations and its full stop. */
export const bare = (text: string): string => plainOutput(text).replace(/\.$/u, "").trim();
