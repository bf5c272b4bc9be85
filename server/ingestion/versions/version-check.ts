import type { GoldenQuestion, VersionDifference } from "../../../contract/golden-questions.ts";
import type { Transaction } from "../../database/database.ts";
import type { IndexRequest } from "../index/index-version.ts";

export interface CheckedVersion {
  /** The live versions of the other documents when the questions were asked, as `otherVersions` identifies them. */
  otherVersions: string;
  goldenAsked: number;
  /** Golden questions that the live versions answer as expected and this version does not. */
  goldenBroken: number;
  rehearsalAsked: number;
  rehearsalChanged: number;
  differences: VersionDifference[];
  /** The results of the golden questions, by id, to be stored when the version goes live. */
  golden: CheckedGolden[];
}

/** A golden question as it was asked. If it has been changed since, the result is not stored. */
export interface AskedGolden extends Pick<GoldenQuestion, "id" | "question" | "mustHold" | "mustNotHold"> {
  /** The database's time before it was asked; the result does not reflect any later change. */
  readAt: Date;
}

export interface CheckedGolden extends AskedGolden {
  holds: boolean;
  answer: string;
  answeredBy: string;
}

/** Checks a version before it goes live. */
export interface VersionChecker {
  /** Null: nothing to ask, or a member has accepted it. Call outside any transaction. Throws when `signal` aborts. */
  check(request: IndexRequest, signal?: AbortSignal): Promise<CheckedVersion | null>;
  /** Has the golden questions asked again, because a version goes live that was not checked or has outdated results. */
  askAgain(trx: Transaction, organizationId: string): Promise<void>;
}

/** Whether the version is held, until a member accepts it, because it breaks golden questions or changes answers. */
export const isHeld = ({ goldenBroken, rehearsalChanged }: CheckedVersion): boolean =>
  goldenBroken > 0 || rehearsalChanged > 0;
