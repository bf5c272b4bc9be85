import type { GraphOutcome } from "../../clients/graph-api.ts";
import type { AttemptResult } from "../../conversations/outbox/outbox.ts";

/** The consequences of Meta's reply to a message, for the message and for its number. */
export interface Advice {
  message: AttemptResult;
  /** The number must not send until then; null: it may send again. */
  pauseUntil?: Date | null;
  /** Nothing can be sent until someone changes the settings. */
  problem?: "token_refused" | "permission_missing";
}

export interface AttemptCounts {
  /** Attempts at this message so far, including the failed one. */
  attempts: number;
  /** Consecutive rate limits of the number, without a success in between. */
  consecutivePauses: number;
}

const samePair = 131_056;
const spam = 131_048;
const rateLimits = new Set<number | null>([4, 80_007, 130_429]);
const temporary = new Set<number | null>([1, 2, 131_000, 131_016, 131_053, 131_057]);
/** The most attempts at a message, over about an hour. */
const maxAttempts = 12;
const maxDelaySeconds = 900;
const maxPauseSeconds = 6 * 3600;

/** Meta's error codes for messages that cannot be sent, as sentences for staff. */
const reasons: Record<number, string> = {
  100: "Meta couldn't process the message.",
  368: "Meta has blocked this number for violating its policies.",
  131_026: "The message can't be delivered to this customer.",
  131_031: "Meta has locked this business account.",
  131_047: "More than 24 hours have passed since the customer last wrote.",
  131_048: "Meta has restricted this number because customers marked messages as spam.",
  131_051: "Meta doesn't support this type of message.",
  131_056: "Too many messages were sent to this customer in a short time.",
};
export const windowClosedCode = 131_047;

/** Why a message was not delivered, as a sentence for staff. */
export function reasonOf(code: number | null): string {
  if (code === null) return "Meta didn't deliver the message.";
  return reasons[code] ?? `Meta didn't deliver the message (code ${code}).`;
}

/** The problem with the integration's settings that a code indicates; null if there is none. */
export function problemOf(code: number | null): "token_refused" | "permission_missing" | null {
  if (code === null) return null;
  if (code === 0 || code === 190) return "token_refused";
  return code === 10 || (code >= 200 && code <= 299) ? "permission_missing" : null;
}

/** Decides by Meta's error code, or by the HTTP status when there is none. */
export function adviceFor(outcome: GraphOutcome, counts: AttemptCounts): Advice {
  if (outcome.kind === "accepted") {
    const message = { kind: "sent", channelMessageId: outcome.wamid } as const;
    return counts.consecutivePauses > 0 ? { message, pauseUntil: null } : { message };
  }
  if (outcome.kind === "unknown") return { message: { kind: "unconfirmed", reason: outcome.reason } };
  if (outcome.kind === "unreached")
    return retry({ code: null, reason: `Can't reach Meta (${outcome.reason}).` }, counts, 0);
  const { code, httpStatus } = outcome;
  const minSeconds = outcome.retryAfterSeconds ?? 0;
  const pauseSeconds = Math.max(minSeconds, 2 ** (counts.consecutivePauses + 1));
  const reason = code === null ? `Meta answered with status ${httpStatus}.` : reasonOf(code);
  const failure = { code, reason };
  const problem = problemOf(code);
  if (problem !== null)
    return { message: { kind: "retry", at: new Date(), ...failure, countsAsAttempt: false }, problem };
  if (code === samePair) return samePairRetry(failure, counts);
  if (code === spam) return pause(failure, Math.max(minSeconds, 300 * 2 ** counts.consecutivePauses));
  if (rateLimits.has(code)) return pause(failure, pauseSeconds);
  if (temporary.has(code)) return retry(failure, counts, minSeconds);
  if (code !== null && reasons[code] !== undefined) return giveUp(failure);
  if (httpStatus === 429) return pause(failure, pauseSeconds);
  return httpStatus >= 500 ? retry(failure, counts, minSeconds) : giveUp(failure);
}

interface Failure {
  code: number | null;
  reason: string;
}

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

const giveUp = (failure: Failure): Advice => ({ message: { kind: "failed", ...failure } });

/** Meta requires a delay of 4^n seconds to the same customer after n refusals. */
function samePairRetry(failure: Failure, { attempts }: AttemptCounts): Advice {
  const refusalsBefore = Math.max(0, attempts - 1);
  if (refusalsBefore > 6) return giveUp(failure);
  return {
    message: { kind: "retry", at: inSeconds(4 ** refusalsBefore), ...failure, countsAsAttempt: true },
  };
}

function retry(failure: Failure, { attempts }: AttemptCounts, minSeconds: number): Advice {
  if (attempts >= maxAttempts) return giveUp(failure);
  // Spread randomly, so that messages that failed together are not retried together.
  const backOff = Math.min(2 ** attempts, maxDelaySeconds) * (1 + Math.random() / 4);
  const at = inSeconds(Math.max(minSeconds, backOff));
  return { message: { kind: "retry", at, ...failure, countsAsAttempt: true } };
}

function pause(failure: Failure, afterSeconds: number): Advice {
  const at = inSeconds(Math.min(afterSeconds, maxPauseSeconds));
  return { message: { kind: "retry", at, ...failure, countsAsAttempt: false }, pauseUntil: at };
}
