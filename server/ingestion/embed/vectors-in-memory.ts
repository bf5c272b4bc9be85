import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import { searchExactly, type SegmentVectors } from "./exact-search.ts";
import { findModel } from "./models.ts";
import type { NearestChunk, NearestRequest } from "./nearest.ts";
import { listEmbedded, readSegment } from "./read-vectors.ts";
import { describeError } from "../../errors.ts";

/** Shared by all organizations; the least recently used organization is evicted first. */
const defaultMaxBytes = 256 * 1_048_576;

const bytesOf = (vectors: number, dimensions: number): number =>
  vectors * dimensions * Float32Array.BYTES_PER_ELEMENT;

/** Whether this many vectors of one organization fit in memory. */
export const fitsMemory = (vectors: number, dimensions: number): boolean =>
  bytesOf(vectors, dimensions) <= defaultMaxBytes;

interface CachedVectors {
  dimensions: number;
  segments: Map<number, SegmentVectors>;
  bytes: number;
  /** Whether it has all vectors that existed when it was last loaded. */
  isComplete: boolean;
  /** Whether the vectors may have changed since. */
  isStale: boolean;
  loading: Promise<void> | null;
  unsubscribe: () => void;
}

export interface VectorTools {
  db: Database;
  events: Pick<Events, "subscribe">;
  log: Logger;
  /** The current model. */
  modelName: string;
}

export type VectorsInMemory = ReturnType<typeof openVectorsInMemory>;

/**
 * Exact search among vectors in memory, which are loaded when an organization first asks. Events of all processes
 * mark them as stale; until they are loaded again, questions search the earlier ones. An organization with more than
 * the limit is not loaded.
 * @param maxWaitMs how long a question waits at most for an organization's vectors to be loaded
 */
export function openVectorsInMemory(tools: VectorTools, maxBytes = defaultMaxBytes, maxWaitMs = 300) {
  const cache = new Map<string, CachedVectors>();
  const touch = (organizationId: string): CachedVectors => {
    const entry = cache.get(organizationId) ?? openEntry(tools.events, organizationId);
    cache.delete(organizationId);
    cache.set(organizationId, entry);
    if (entry.isStale) entry.loading ??= load(organizationId, entry);
    return entry;
  };
  const evict = (): void => {
    let total = [...cache.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [organizationId, { bytes, loading, unsubscribe }] of cache) {
      if (total <= maxBytes) break;
      if (loading !== null) continue;
      unsubscribe();
      cache.delete(organizationId);
      total -= bytes;
    }
  };
  const load = async (organizationId: string, entry: CachedVectors): Promise<void> => {
    entry.isStale = false;
    try {
      await readInto(tools, { organizationId, entry, maxBytes });
    } catch (error) {
      entry.isStale = true;
      const fields = { err: describeError(error), organizationId };
      tools.log.warn(fields, "the vectors of an organization could not be read");
    } finally {
      entry.loading = null;
      evict();
    }
  };
  return {
    /** Null if the organization's vectors do not fit or are not loaded yet; loading them then begins. */
    nearestIfLoaded(request: NearestRequest): Promise<NearestChunk[]> | null {
      const entry = touch(request.organizationId);
      return entry.isComplete ? search(entry, request) : null;
    },
    /** Waits a moment for the vectors if none are loaded, and searches those that are loaded by then. */
    async nearestOnceLoaded(request: NearestRequest): Promise<NearestChunk[]> {
      const entry = touch(request.organizationId);
      if (entry.segments.size === 0 && entry.loading !== null) {
        await Promise.race([entry.loading, delay(maxWaitMs, undefined, { ref: false })]);
      }
      return search(entry, request);
    },
  };
}

async function search({ dimensions, segments }: CachedVectors, request: NearestRequest) {
  return request.vector.length === dimensions ? searchExactly(segments.values(), request) : [];
}

function openEntry(events: Pick<Events, "subscribe">, organizationId: string): CachedVectors {
  const entry: CachedVectors = {
    dimensions: 0,
    segments: new Map(),
    bytes: 0,
    isComplete: false,
    isStale: true,
    loading: null,
    unsubscribe: events.subscribe(organizationId, ({ type }) => {
      if (type === "embeddings.updated" || type === "document.updated" || type === "resync") {
        entry.isStale = true;
      }
    }),
  };
  return entry;
}

/** Reads the vectors of versions that are not in the entry yet, and drops those of versions that are gone. */
async function readInto(
  { db, modelName, log }: VectorTools,
  { organizationId, entry, maxBytes }: { organizationId: string; entry: CachedVectors; maxBytes: number },
): Promise<void> {
  const model = await findModel(db, modelName);
  if (model === null) return;
  entry.dimensions = model.dimensions;
  const versions = await listEmbedded(db, organizationId, model);
  const present = new Set(versions.map(({ segment }) => segment));
  for (const segment of entry.segments.keys()) if (!present.has(segment)) entry.segments.delete(segment);
  const chunks = versions.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  entry.bytes = bytesOf(chunks, model.dimensions);
  if (entry.bytes > maxBytes) {
    const fields = { organizationId, chunks };
    if (model.stored !== "halfvec")
      log.warn(fields, "an organization has more vectors than are searched without pgvector");
    entry.segments.clear();
    entry.bytes = 0;
    entry.isComplete = false;
    return;
  }
  for (const version of versions) {
    if (entry.segments.has(version.segment)) continue;
    const vectors = await readSegment(db, organizationId, { model, version });
    if (vectors !== null) entry.segments.set(version.segment, vectors);
  }
  entry.isComplete = true;
}
