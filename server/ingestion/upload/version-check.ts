import type { VersionDifference } from "../../../contract/golden-questions.ts";
import type { Transaction } from "../../database/database.ts";
import type { IndexRequest } from "../index/index-version.ts";

/** The result of checking a version before it goes live. */
export interface CheckedVersion {
  goldenAsked: number;
  /** Golden questions that the live versions answer as expected and this version does not. */
  goldenBroken: number;
  rehearsalAsked: number;
  rehearsalChanged: number;
  differences: VersionDifference[];
  /** The results of the golden questions, by id, to be stored when the version goes live. */
  golden: CheckedGolden[];
}

/** A golden question as it was asked. If it has been changed since, the result does not count. */
export interface AskedGolden {
  id: string;
  question: string;
  mustHold: string[];
  mustNotHold: string[];
  /** The database's time before it was asked: what has changed since, the result does not tell. */
  readAt: Date;
}

export interface CheckedGolden extends AskedGolden {
  holds: boolean;
  answer: string;
  answeredBy: string;
}

/** Checks a version before it goes live. */
export interface VersionCheck {
  /** Null if there is nothing to ask, or a member has accepted the version. No transaction may be open. Throws once it is aborted. */
  check(request: IndexRequest, signal?: AbortSignal): Promise<CheckedVersion | null>;
  /** Has the golden questions asked again once a version is live that was not asked them, or is asked too late. */
  askAgain(trx: Transaction, organizationId: string): Promise<void>;
}

/** A version that changes answers waits until a member accepts it. */
export const isHeld = ({ goldenBroken, rehearsalChanged }: CheckedVersion): boolean =>
  goldenBroken > 0 || rehearsalChanged > 0;
