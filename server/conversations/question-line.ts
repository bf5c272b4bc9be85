import { AppError } from "../errors.ts";
import type { QuestionLimit } from "./question-limit.ts";

/** A question that is being answered. */
export interface QuestionTurn {
  /** Frees the place during a wait, for example for a language model, and takes a place again afterwards. */
  outside: <T>(wait: () => Promise<T>) => Promise<T>;
}

/** Limits how many questions this process answers at once, and lets organizations take turns. */
export interface QuestionLine {
  /**
   * Counts a question before any work is done for it. Throws overloaded if too many questions are waiting, and
   * too_many_requests if the organization has reached its limit for this minute.
   */
  admit(organizationId: string): Promise<void>;
  /**
   * Runs `work` when it is the organization's turn. When too many questions wait, the organization with the most gets
   * overloaded for its latest one, unless that may not be refused.
   */
  run<T>(
    organizationId: string,
    work: (turn: QuestionTurn) => Promise<T>,
    options?: { mayBeRefused: boolean },
  ): Promise<T>;
}

export interface LineLimits {
  /** Questions answered at once. */
  places: number;
  /** Questions of one organization that are answered at once while another organization asks as well. */
  placesBesideOthers: number;
  /** Questions that may wait before some are refused. */
  maxWaiting: number;
}

/**
 * Eight questions keep the event loop and PostgreSQL busy; with more at once, each would only take longer. The pool
 * has connections left for everything else. Beside others one each: a question then shares the event loop with one of
 * a flood at most, and takes about twice as long as alone.
 */
const defaultLimits: LineLimits = { places: 8, placesBesideOthers: 1, maxWaiting: 200 };

/** For this long after a question an organization still counts as asking, so that one that asks one by one keeps its share. */
const asksForMs = 2_000;

interface Waiting {
  start(): void;
  /** Undefined: the question may not be refused. */
  refuse: ((error: Error) => void) | undefined;
}

interface Asking {
  waiting: Waiting[];
  inPlace: number;
  lastAskedAt: number;
  /** The serial number of the place it was last given; 0: none yet. */
  lastPlace: number;
}

/** @param limits defaults: 8 questions at once, 1 of one organization beside others, 200 waiting */
export function openQuestionLine(limit: QuestionLimit, limits: Partial<LineLimits> = {}): QuestionLine {
  const { places, placesBesideOthers, maxWaiting } = { ...defaultLimits, ...limits };
  const asking = new Map<string, Asking>();
  let inUse = 0;
  let placesGiven = 0;

  function askingOf(organizationId: string): Asking {
    const known = asking.get(organizationId);
    if (known !== undefined) return known;
    const begun: Asking = { waiting: [], inPlace: 0, lastAskedAt: 0, lastPlace: 0 };
    asking.set(organizationId, begun);
    return begun;
  }

  function forgetSilent(): void {
    const since = performance.now() - asksForMs;
    for (const [organizationId, { waiting, inPlace, lastAskedAt }] of asking)
      if (waiting.length === 0 && inPlace === 0 && lastAskedAt < since) asking.delete(organizationId);
  }

  /** The organization with the fewest questions being answered is next; among equals, the one that waited longest. */
  function next(): Asking | undefined {
    const max = asking.size > 1 ? Math.min(placesBesideOthers, places) : places;
    return [...asking.values()]
      .filter(({ waiting, inPlace }) => waiting.length > 0 && inPlace < max)
      .toSorted((one, other) => one.inPlace - other.inPlace || one.lastPlace - other.lastPlace)[0];
  }

  function dispatch(): void {
    forgetSilent();
    while (inUse < places) {
      const chosen = next();
      if (chosen === undefined) return;
      inUse += 1;
      placesGiven += 1;
      chosen.inPlace += 1;
      chosen.lastPlace = placesGiven;
      chosen.waiting.shift()?.start();
    }
  }

  function leave(organizationId: string): void {
    inUse -= 1;
    askingOf(organizationId).inPlace -= 1;
    dispatch();
  }

  /** `again`: the question had a place before a wait, so it goes first and is not refused. */
  function enter(organizationId: string, { mayBeRefused, again }: { mayBeRefused: boolean; again: boolean }) {
    return new Promise<void>((start, refuse) => {
      const organization = askingOf(organizationId);
      organization.lastAskedAt = performance.now();
      const waiting = { start, refuse: mayBeRefused && !again ? refuse : undefined };
      if (again) organization.waiting.unshift(waiting);
      else organization.waiting.push(waiting);
      dispatch();
      refuseSurplus();
    });
  }

  const refusable = ({ waiting }: Asking): number =>
    waiting.filter(({ refuse }) => refuse !== undefined).length;
  const all = (): number => [...asking.values()].reduce((sum, each) => sum + refusable(each), 0);
  const longestWaiting = (): Asking | undefined =>
    [...asking.values()].toSorted((one, other) => refusable(other) - refusable(one))[0];

  function refuseSurplus(): void {
    if (all() <= maxWaiting) return;
    const { waiting } = longestWaiting() ?? { waiting: [] };
    const last = waiting.findLastIndex(({ refuse }) => refuse !== undefined);
    const [refused] = waiting.splice(last, 1);
    refused?.refuse?.(overloaded());
  }

  return {
    async admit(organizationId) {
      const own = asking.get(organizationId);
      if (own !== undefined && all() >= maxWaiting && longestWaiting() === own) throw overloaded();
      await limit.count(organizationId);
    },
    async run(organizationId, work, { mayBeRefused } = { mayBeRefused: true }) {
      await enter(organizationId, { mayBeRefused, again: false });
      let isInPlace = true;
      const give = (): void => {
        if (isInPlace) leave(organizationId);
        isInPlace = false;
      };
      try {
        return await work({
          async outside(wait) {
            give();
            try {
              return await wait();
            } finally {
              await enter(organizationId, { mayBeRefused, again: true });
              isInPlace = true;
            }
          },
        });
      } finally {
        give();
      }
    },
  };
}

/** Its reply has a Retry-After header. */
const overloaded = (): AppError =>
  new AppError(503, "overloaded", "Too many questions are waiting. Try again in a few seconds.");
