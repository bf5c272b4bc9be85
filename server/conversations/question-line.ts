import { AppError } from "../errors.ts";
import type { QuestionLimit } from "./question-limit.ts";

/** A question's place among those that are answered. */
export interface QuestionTurn {
  /** Gives the place back while something else is waited for, such as a language model, and takes one again after. */
  outside: <T>(wait: () => Promise<T>) => Promise<T>;
}

/** Lets the questions of all organizations be answered in turn, by this process. */
export interface QuestionLine {
  /**
   * Counts a question that may be refused, before anything is done for it. Throws overloaded where too many wait,
   * and too_many_requests where the organization has asked enough in this minute.
   */
  admit(organizationId: string): Promise<void>;
  /**
   * Runs `work` when it is its organization's turn. Throws overloaded from a number of waiting questions on,
   * for those of the organization that has the most; not for what may not be refused.
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
  /** Of those of one organization, while another asks too. */
  placesBesideOthers: number;
  /** Questions that may wait and be refused. */
  maxWaiting: number;
}

/**
 * What keeps the event loop and a processor of PostgreSQL busy; more at once take longer each. The pool has
 * connections left for everything else.
 */
const defaultLimits: LineLimits = { places: 8, placesBesideOthers: 2, maxWaiting: 200 };

/** So long after its last question an organization still counts as asking: one that asks one by one keeps its share. */
const asksForMs = 2_000;

interface Waiting {
  start(): void;
  /** Undefined: it may not be refused. */
  refuse: ((error: Error) => void) | undefined;
}

interface Asking {
  waiting: Waiting[];
  inPlace: number;
  lastAskedAt: number;
  /** The number of the last place that it was given; 0: none yet. */
  lastPlace: number;
}

/** @param limits defaults: 8 questions at once, 2 of one organization beside others, 200 waiting */
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

  /** Who has the fewest in place is next, of those whoever was given one longest ago. */
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

  /** `again`: it had a place before, so it comes before those that had none, and is not refused. */
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

/** The reply says in Retry-After when to ask again. */
const overloaded = (): AppError =>
  new AppError(503, "overloaded", "Too many questions are waiting. Try again in a few seconds.");
