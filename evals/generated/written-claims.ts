import { readdirSync, readFileSync } from "node:fs";
import type { RetrievedPassage } from "../../server/retrieval/passage.ts";
import { checkSentence } from "../../server/answering/generated/check-sentence.ts";
import { plainOutput, toPassage } from "./recordings.ts";

/** A right, handwritten claim about an invented document, and wrong alterations of it. */
export interface WrittenClaim {
  organization: string;
  question: string;
  passages: RetrievedPassage[];
  right: string;
  altered: { kind: string; written: string }[];
}

/**
 * `develop` is for designing rules and fitting the judge; the other sets only measure. The unseen claims are worded
 * more freely, and were written without knowledge of the checks. So were the fresh ones, which are about documents of
 * other evaluations.
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

/** Whether a claim keeps the model's words, is replaced by a quote, or is rejected. */
export function outcomeOf({ passages, question }: WrittenClaim, written: string): ClaimOutcome {
  const checked = checkSentence(written, passages, question);
  return checked === null ? "refused" : checked.isQuoted === true ? "quoted" : "said";
}

/**
 * Whether the wrong part of an altered claim is accepted: all of it, or a part that is no beginning of the right claim.
 * A claim with a dropped condition is a beginning of the right one, but still wrong, so all of it counts.
 */
export function isLetThrough({ passages, question, right }: WrittenClaim, written: string): boolean {
  const checked = checkSentence(written, passages, question);
  if (checked === null || checked.isQuoted === true) return false;
  return saysAltered(checked.text, { written, right });
}

/** Whether the checked text is all of the altered claim, or a part of it that is no beginning of the right one. */
export function saysAltered(said: string, { written, right }: { written: string; right: string }): boolean {
  return bare(said) === bare(written) || !bare(right).startsWith(bare(said));
}

/** Without its citations and its full stop. */
const bare = (text: string): string => plainOutput(text).replace(/\.$/u, "").trim();
