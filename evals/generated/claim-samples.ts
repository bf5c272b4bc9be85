import { checkSentence } from "../../server/answering/generated/check-sentence.ts";
import { claimFeatures } from "../../server/answering/generated/judge/claim-features.ts";
import type { JudgedClaim } from "../../server/answering/generated/judge/claim-comparison.ts";
import { isReadable } from "../../server/answering/generated/judge/claim-judge.ts";
import { isAboutDocuments } from "../../server/answering/generated/about-documents.ts";
import { readCitations } from "../../server/answering/generated/citations.ts";
import { toPlainText } from "../../server/answering/generated/plain-text.ts";
import { sentences } from "../../server/language/sentences.ts";
import { alterationsOf } from "./alterations.ts";
import { furtherChanges } from "./more-alterations.ts";
import { plainOutput, verdictOf, type Recording } from "./recordings.ts";
import { saysAltered, type WrittenClaim } from "./written-claims.ts";

/** A right or altered sentence with the features that the judge uses. */
export interface Sample {
  group: string;
  kind: string;
  isAltered: boolean;
  isWritten: boolean;
  /** Whether it passes the rules for facts, so that the judge has to decide. */
  isAsked: boolean;
  features: Record<string, number>;
}

interface SampleRequest {
  group: string;
  kind: string;
  isWritten: boolean;
  question: string;
  passages: Recording["passages"];
  tables?: Recording["tables"];
  written: string;
  /** For an altered sentence: whether the checked text still has its error. */
  isWrong?: (said: string) => boolean;
}

/** The sentences of a right answer, and about one in `thin` of their alterations. */
export function recordedSamples(recording: Recording, names: readonly string[], thin: number): Sample[] {
  if (verdictOf(recording.output) === "NONE" || !recording.isRight(plainOutput(recording.output))) return [];
  const body = recording.output.replace(/^\s*(?:SURE|PARTLY)\W*/u, "");
  const written = sentences(body)
    .map(({ start, end }) => body.slice(start, end))
    .filter((sentence) => /\[\d+\]/u.test(sentence));
  const altered = [
    ...alterationsOf(recording, names).filter(({ kind }) => kind !== "yes or no"),
    ...written.flatMap((sentence) => furtherChanges(sentence, recording)),
  ].filter(({ written: text }) => hash(text) % thin === 0);
  const { group, question, passages, tables } = recording;
  const asked = { group, question, passages, tables, isWritten: false };
  return [
    ...written.flatMap((sentence) => toSample({ ...asked, kind: "right", written: sentence })),
    ...altered.flatMap(({ kind, written: text, says }) =>
      toSample({ ...asked, kind, written: text, isWrong: (said) => said.includes(says) }),
    ),
  ];
}

/** A handwritten claim and its alterations. */
export function writtenSamples({ organization, question, passages, right, altered }: WrittenClaim): Sample[] {
  const asked = { group: organization, question, passages, isWritten: true };
  return [
    ...toSample({ ...asked, kind: "written: right", written: right }),
    ...altered.flatMap(({ kind, written }) =>
      toSample({
        ...asked,
        kind: `written: ${kind}`,
        written,
        isWrong: (said) => saysAltered(said, { written, right }),
      }),
    ),
  ];
}

function toSample({ group, kind, isWritten, isWrong, ...asked }: SampleRequest): Sample[] {
  const { question, passages, tables = [], written } = asked;
  const { text, numbers } = readCitations(written);
  const isCited = numbers.length > 0 && numbers.every((each) => passages[each - 1] !== undefined);
  if (isAboutDocuments(toPlainText(text)) || !isCited) return [];
  const judged: JudgedClaim[] = [];
  const doubt = (claim: JudgedClaim): number => {
    judged.push(claim);
    return Number.NEGATIVE_INFINITY;
  };
  const checked = checkSentence(written, passages, question, { tables, doubt });
  const [claim] = judged;
  const isSaidWrong = checked !== null && (isWrong === undefined || isWrong(checked.text));
  const isAsked = claim !== undefined && isReadable(claim.claim) && isSaidWrong;
  const features = isAsked ? claimFeatures(claim) : {};
  return [{ group, kind, isAltered: isWrong !== undefined, isWritten, isAsked, features }];
}

export const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
