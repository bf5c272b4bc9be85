import type { VersionDifference } from "../../../contract/golden-questions.ts";
import type { IndexRequest } from "../index/index-version.ts";

/** What asking a version before it goes live has shown. */
export interface CheckedVersion {
  goldenAsked: number;
  /** Golden questions that what is live answers as they have to be, and the version does not. */
  goldenBroken: number;
  rehearsalAsked: number;
  rehearsalChanged: number;
  differences: VersionDifference[];
  /** To be stored with the version that goes live: what became of the golden questions, by id. */
  golden: CheckedGolden[];
}

export interface CheckedGolden {
  id: string;
  /** As it was asked: changed meanwhile it is another. */
  question: string;
  holds: boolean;
  answer: string;
  answeredBy: string;
}

/** Asks a version before it goes live. */
export interface VersionCheck {
  /** Null where there is nothing to ask, or somebody has accepted the version. No transaction may be open. */
  check(request: IndexRequest): Promise<CheckedVersion | null>;
}

/** A version that changes what was answered waits for somebody to accept it. */
export const isHeld = ({ goldenBroken, rehearsalChanged }: CheckedVersion): boolean =>
  goldenBroken > 0 || rehearsalChanged > 0;
