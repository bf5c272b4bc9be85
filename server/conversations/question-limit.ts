import { sql } from "kysely";
import { minuteMs } from "../../contract/limits.ts";
import { withTenant, type Database } from "../database/database.ts";
import { tooManyRequests, type AppError } from "../errors.ts";

/** Limits how many questions an organization may ask per minute, over all processes. */
export type QuestionLimit = ReturnType<typeof openQuestionLimit>;

/**
 * A process reserves this share of the limit from the database at a time, so that few questions need a statement. The
 * first share of each minute is granted without asking the database, and counted there later.
 */
const share = 1 / 50;

interface Allowance {
  minute: number;
  left: number;
  /** Questions allowed here that the database has not counted yet. */
  uncounted: number;
  /** The limit of this minute is reached. */
  isUsedUp: boolean;
}

const currentMinute = (): number => Math.floor(Date.now() / minuteMs);

/** @param perMinute Infinity: no limit */
export function openQuestionLimit(db: Database, perMinute: number) {
  const allowances = new Map<string, Allowance>();
  const taking = new Map<string, Promise<void>>();
  const atOnce = Math.floor(perMinute * share);

  function allowanceOf(organizationId: string): Allowance {
    const minute = currentMinute();
    const known = allowances.get(organizationId);
    if (known?.minute === minute) return known;
    // Allowances of earlier minutes are out of date.
    for (const [id, allowance] of allowances) if (allowance.minute !== minute) allowances.delete(id);
    const begun = { minute, left: atOnce, uncounted: atOnce, isUsedUp: false };
    allowances.set(organizationId, begun);
    return begun;
  }

  async function take(organizationId: string, allowance: Allowance): Promise<void> {
    const { uncounted } = allowance;
    const wanted = uncounted + Math.max(1, atOnce);
    const over = await countInDatabase(db, organizationId, { wanted, perMinute });
    allowance.uncounted = 0;
    allowance.left += Math.max(0, wanted - uncounted - over);
    allowance.isUsedUp = over > 0;
  }

  return {
    /** Why the organization's next question would be refused, as far as this process knows. */
    refusal(organizationId: string): AppError | null {
      const known = allowances.get(organizationId);
      return known?.minute === currentMinute() ? refusalBy(known) : null;
    },
    /** Throws too_many_requests. */
    async count(organizationId: string): Promise<void> {
      if (perMinute === Infinity) return;
      const allowance = allowanceOf(organizationId);
      while (allowance.left < 1) {
        const refusal = refusalBy(allowance);
        if (refusal !== null) throw refusal;
        const underWay =
          taking.get(organizationId) ??
          take(organizationId, allowance).finally(() => taking.delete(organizationId));
        taking.set(organizationId, underWay);
        await underWay;
      }
      allowance.left -= 1;
    },
  };
}

function refusalBy({ left, isUsedUp, minute }: Allowance): AppError | null {
  if (left >= 1 || !isUsedUp) return null;
  return tooManyRequests(60 - (Date.now() / 1000 - minute * 60));
}

/** Counts `wanted` questions of this minute, and returns how many of them exceed the limit. */
async function countInDatabase(
  db: Database,
  organizationId: string,
  { wanted, perMinute }: { wanted: number; perMinute: number },
): Promise<number> {
  const { rows } = await withTenant(db, organizationId, (trx) =>
    sql<{ taken: number }>`
      insert into question_counts as counted (organization_id, minute, taken)
      values (${organizationId}, date_trunc('minute', now()), ${wanted})
      on conflict (organization_id) do update set
        minute = excluded.minute,
        taken = excluded.taken + case when counted.minute = excluded.minute then counted.taken else 0 end
      where counted.minute <> excluded.minute or counted.taken < ${perMinute}
      returning taken
    `.execute(trx),
  );
  // No row was updated: the limit was already reached.
  return Math.max(0, (rows[0]?.taken ?? Infinity) - perMinute);
}
