import type { UnitOfWork } from "../database/unit-of-work.ts";
import type { AppError } from "../errors.ts";
import type { QuestionLimit } from "./question-limit.ts";
import { overloaded, QuestionSlots, type SlotLimits } from "./question-slots.ts";

/** Frees a question's slot during a wait, for example for a language model, and takes a slot again afterwards. */
type Outside = UnitOfWork["outside"];

/** Limits how many questions this process answers at once, and lets organizations take turns. */
export type QuestionQueue = ReturnType<typeof openQuestionQueue>;

/**
 * Eight questions keep the event loop and PostgreSQL busy; with more at once, each would only take longer. They also
 * leave connections in the pool for everything else. While several organizations ask, each gets one slot, so a single
 * question competes with at most one of another organization's flood.
 */
const defaultLimits: SlotLimits = { slots: 8, slotsWhenShared: 1, maxWaiting: 200 };

export function openQuestionQueue(limit: QuestionLimit, limits: Partial<SlotLimits> = {}) {
  const slots = new QuestionSlots({ ...defaultLimits, ...limits });
  /** Why the organization's next question would not be admitted, as far as this process knows. */
  const refusal = (organizationId: string): AppError | null =>
    slots.isFullFor(organizationId) ? overloaded() : limit.refusal(organizationId);

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
     * Runs `work` when it is the organization's turn. When too many questions wait, the latest refusable one of the
     * organization with the most waiting questions fails with overloaded.
     */
    async run<T>(
      organizationId: string,
      work: (outside: Outside) => Promise<T>,
      { mayBeRefused } = { mayBeRefused: true },
    ): Promise<T> {
      await slots.enter(organizationId, { mayBeRefused, again: false });
      let hasSlot = true;
      const leave = (): void => {
        if (hasSlot) slots.leave(organizationId);
        hasSlot = false;
      };
      const outside: Outside = async (wait) => {
        leave();
        try {
          return await wait();
        } finally {
          await slots.enter(organizationId, { mayBeRefused, again: true });
          hasSlot = true;
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
