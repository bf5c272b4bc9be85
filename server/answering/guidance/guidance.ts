import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { queueGoldenQuestions } from "../queue-golden-questions.ts";
import { BusinessConfig } from "../../../contract/business-config.ts";
import { Audience } from "../../../contract/common.ts";
import { minuteMs } from "../../../contract/limits.ts";
import { readCurves, type Curves } from "../calibration/curves.ts";
import { CuratedIndex } from "../curated/curated-index.ts";

/** The part of an active business configuration that decides what customers are told. */
const ActiveConfiguration = BusinessConfig.omit({
  id: true,
  isActive: true,
  createdAt: true,
  updatedAt: true,
});
export type ActiveConfiguration = z.infer<typeof ActiveConfiguration>;

/** An organization's own rules for answers: its configurations, curated answers and calibration curves. */
export interface Guide {
  organizationName: string;
  /** Oldest first. */
  configurations: ActiveConfiguration[];
  curated: Record<Audience, CuratedIndex>;
  /** Calibration of the confidence, by engine. */
  curves: Curves;
}

/** Caches the guides of the organizations that ask, so that a question needs no query for them. */
export type Guidance = ReturnType<typeof openGuidance>;

interface CachedGuide {
  guide: Guide;
  readAt: number;
  /** Read again for the next question; what has not changed is taken over from here. */
  isOutdated: boolean;
  unsubscribe: () => void;
}

/** Limits of the cache; the least recently used guide goes first. */
const maxGuides = 2_000;
const maxWordings = 200_000;
/** Changes without an event, such as a new organization name, are seen after this time. */
const timeToLiveMs = 5 * minuteMs;

export function openGuidance(events: Pick<Events, "subscribe">) {
  const cache = new LRUCache<string, CachedGuide>({
    max: maxGuides,
    maxSize: maxWordings,
    sizeCalculation: ({ guide: { curated } }) => 1 + curated.internal.size + curated.external.size,
    dispose: ({ unsubscribe }) => unsubscribe(),
  });
  /** Counts the changes made by this process: a guide that was read before a change is not cached. */
  const changes = new LRUCache<string, number>({ max: maxGuides });
  const outdate = (organizationId: string): void => {
    const cached = cache.peek(organizationId);
    if (cached !== undefined) cached.isOutdated = true;
  };
  return {
    /** Must be called in a transaction opened for the organization. */
    async of(trx: Transaction, organizationId: string): Promise<Guide> {
      const readAt = Date.now();
      const found = cache.get(organizationId);
      if (found?.isOutdated === false && readAt - found.readAt < timeToLiveMs) return found.guide;
      let isStale = false;
      const change = changes.get(organizationId);
      const unsubscribe = events.subscribe(organizationId, ({ type }) => {
        if (type !== "guidance.updated" && type !== "resync") return;
        isStale = true;
        outdate(organizationId);
      });
      try {
        const guide = await readGuide(trx, organizationId, found?.guide);
        if (isStale || changes.get(organizationId) !== change) unsubscribe();
        else cache.set(organizationId, { guide, readAt, isOutdated: false, unsubscribe });
        return guide;
      } catch (error) {
        unsubscribe();
        throw error;
      }
    },
    /** To be called after a change by this process has committed. Other processes get the event `guidance.updated`. */
    forget(organizationId: string): void {
      changes.set(organizationId, (changes.get(organizationId) ?? 0) + 1);
      outdate(organizationId);
    },
  };
}

const Row = z.object({
  name: z.string(),
  configurations: z.array(ActiveConfiguration),
  curated: z.array(z.object({ id: z.string(), audience: Audience, wordings: z.array(z.string()) })),
});

async function readGuide(trx: Transaction, organizationId: string, before?: Guide): Promise<Guide> {
  const { rows } = await sql`
    select
      coalesce((select name from organizations where id = ${organizationId}), '') as name,
      coalesce((
        select json_agg(json_build_object(
          'businessType', business_type, 'settings', settings,
          'templateSettings', template_settings, 'workflowSettings', workflow_settings
        ) order by created_at, id)
        from business_configs where organization_id = ${organizationId} and is_active
      ), '[]') as configurations,
      coalesce((
        select json_agg(json_build_object(
          'id', id, 'audience', audience, 'wordings', question || wordings
        ) order by position)
        from curated_answers where organization_id = ${organizationId}
      ), '[]') as curated
  `.execute(trx);
  const { name, configurations, curated } = Row.parse(rows[0]);
  const entries = Map.groupBy(curated, ({ audience }) => audience);
  const indexOf = (audience: Audience) =>
    CuratedIndex.build(entries.get(audience) ?? [], before?.curated[audience]);
  return {
    organizationName: name,
    configurations,
    curves: await readCurves(trx, organizationId),
    curated: { internal: await indexOf("internal"), external: await indexOf("external") },
  };
}

/**
 * Changes an organization's guidance by `work`, which returns the changed row: every process forgets the old guidance,
 * and the golden questions are asked again.
 */
export async function changeGuidance<Changed extends { id: string }>(
  tools: { db: Database; events: Events; guidance: Guidance; jobs: Jobs },
  organizationId: string,
  work: (trx: Transaction) => Promise<Changed>,
): Promise<Changed> {
  const changed = await withTenant(tools.db, organizationId, async (trx) => {
    const row = await work(trx);
    await tools.events.publish(trx, organizationId, { type: "guidance.updated", id: row.id });
    await queueGoldenQuestions(trx, tools.jobs, organizationId);
    return row;
  });
  tools.guidance.forget(organizationId);
  return changed;
}
