import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import { searchExactly, type SegmentVectors } from "./exact-search.ts";
import { findModel } from "./models.ts";
import type { NearestChunk, NearestRequest } from "./nearest.ts";
import { listEmbedded, readSegment } from "./read-vectors.ts";
import { describeError } from "../../errors.ts";

/** Shared by all organizations; the least recently used organization goes first. */
const defaultMaxBytes = 256 * 1_048_576;
/** A question waits this long for the vectors of an organization that has not asked for a while. */
const defaultFirstReadMs = 300;

const bytesOf = (vectors: number, dimensions: number): number =>
  vectors * dimensions * Float32Array.BYTES_PER_ELEMENT;

/** Whether this many vectors of one organization fit in memory. */
export const fitsMemory = (vectors: number, dimensions: number): boolean =>
  bytesOf(vectors, dimensions) <= defaultMaxBytes;

interface CachedVectors {
  dimensions: number;
  segments: Map<number, SegmentVectors>;
  bytes: number;
  /** Holds all vectors that existed at the last read. */
  complete: boolean;
  /** Something may have changed since it was read. */
  stale: boolean;
  reading: Promise<void> | null;
  unsubscribe: () => void;
}

export interface VectorTools {
  db: Database;
  events: Pick<Events, "subscribe">;
  log: Logger;
  /** The present model. */
  modelName: string;
}

export type VectorsInMemory = ReturnType<typeof openVectorsInMemory>;

/**
 * Exact search among vectors in memory, which are read when an organization first asks. Events from any process tell
 * when to read them again; meanwhile questions search the earlier ones. An organization with more than the limit is
 * not read.
 */
export function openVectorsInMemory(
  tools: VectorTools,
  maxBytes = defaultMaxBytes,
  firstReadMs = defaultFirstReadMs,
) {
  const cache = new Map<string, CachedVectors>();
  const take = (organizationId: string): CachedVectors => {
    const entry = cache.get(organizationId) ?? open(tools.events, organizationId);
    cache.delete(organizationId);
    cache.set(organizationId, entry);
    if (entry.stale) entry.reading ??= readAgain(organizationId, entry);
    return entry;
  };
  const makeRoom = (): void => {
    let total = [...cache.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [organizationId, { bytes, reading, unsubscribe }] of cache) {
      if (total <= maxBytes) break;
      if (reading !== null) continue;
      unsubscribe();
      cache.delete(organizationId);
      total -= bytes;
    }
  };
  const readAgain = async (organizationId: string, entry: CachedVectors): Promise<void> => {
    entry.stale = false;
    try {
      await read(tools, { organizationId, entry, maxBytes });
    } catch (error) {
      entry.stale = true;
      const fields = { err: describeError(error), organizationId };
      tools.log.warn(fields, "the vectors of an organization could not be read");
    } finally {
      entry.reading = null;
      makeRoom();
    }
  };
  return {
    /** Null if the organization's vectors do not fit, or are not read yet; reading them then begins. */
    nearestRead(request: NearestRequest): Promise<NearestChunk[]> | null {
      const entry = take(request.organizationId);
      return entry.complete ? search(entry, request) : null;
    },
    /** The same, but waits a moment for the vectors, and leaves out those that are not read by then. */
    async nearestSoon(request: NearestRequest): Promise<NearestChunk[]> {
      const entry = take(request.organizationId);
      if (entry.segments.size === 0 && entry.reading !== null) {
        await Promise.race([entry.reading, delay(firstReadMs, undefined, { ref: false })]);
      }
      return search(entry, request);
    },
  };
}

async function search({ dimensions, segments }: CachedVectors, request: NearestRequest) {
  return request.vector.length === dimensions ? searchExactly(segments.values(), request) : [];
}

function open(events: Pick<Events, "subscribe">, organizationId: string): CachedVectors {
  const entry: CachedVectors = {
    dimensions: 0,
    segments: new Map(),
    bytes: 0,
    complete: false,
    stale: true,
    reading: null,
    unsubscribe: events.subscribe(organizationId, ({ type }) => {
      if (type === "embeddings.updated" || type === "document.updated" || type === "resync") {
        entry.stale = true;
      }
    }),
  };
  return entry;
}

/** Only what came since is read. */
async function read(
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
    entry.complete = false;
    return;
  }
  for (const version of versions) {
    if (entry.segments.has(version.segment)) continue;
    const vectors = await readSegment(db, organizationId, { model, version });
    if (vectors !== null) entry.segments.set(version.segment, vectors);
  }
  entry.complete = true;
}
