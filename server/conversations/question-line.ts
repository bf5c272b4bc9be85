import type { UnitOfWork } from "../database/unit-of-work.ts";
import type { AppError } from "../errors.ts";
import type { QuestionLimit } from "./question-limit.ts";
import { overloaded, QuestionPlaces, type PlaceLimits } from "./question-places.ts";

/** Frees a question's place during a wait, for example for a language model, and takes a place again afterwards. */
type Outside = UnitOfWork["outside"];

/** Limits how many questions this process answers at once, and lets organizations take turns. */
export type QuestionLine = ReturnType<typeof openQuestionLine>;

/**
 * Eight questions keep the event loop and PostgreSQL busy; with more at once, each would only take longer. The pool
 * has connections left for everything else. Beside others one each: a question then shares the event loop with one of
 * a flood at most, which would take about twice as long as alone if it gave way to none.
 */
const defaultLimits: PlaceLimits = { places: 8, placesBesideOthers: 1, maxWaiting: 200 };

/** @param limits defaults: 8 questions at once, 1 of one organization beside others, 200 waiting */
export function openQuestionLine(limit: QuestionLimit, limits: Partial<PlaceLimits> = {}) {
  const places = new QuestionPlaces({ ...defaultLimits, ...limits });
  /** Why the organization's next question would not be admitted, as far as this process knows. */
  const refusal = (organizationId: string): AppError | null =>
    places.isFullFor(organizationId) ? overloaded() : limit.refusal(organizationId);

  return {
    refusal,
    /**
     * Counts a question before any work is done for it. Throws overloaded if too many questions are waiting, and
     * too_many_requests if the organization has reached its limit for this minute.
     */
    async admit(organizationId: string): Promise<void> {
      const refused = refusal(organizationId);
      if (refused !== null) throw refused;
      await limit.count(organizationId);
    },
    /**
     * Runs `work` when it is the organization's turn. When too many questions wait, the organization with the most gets
     * overloaded for its latest one, unless that may not be refused.
     */
    async run<T>(
      organizationId: string,
      work: (outside: Outside) => Promise<T>,
      { mayBeRefused } = { mayBeRefused: true },
    ): Promise<T> {
      await places.enter(organizationId, { mayBeRefused, again: false });
      let isInPlace = true;
      const leave = (): void => {
        if (isInPlace) places.leave(organizationId);
        isInPlace = false;
      };
      const outside: Outside = async (wait) => {
        leave();
        try {
          return await wait();
        } finally {
          await places.enter(organizationId, { mayBeRefused, again: true });
          isInPlace = true;
        }
      };
      try {
        return await work(outside);
      } finally {
        leave();
      }
    },
  };
}
