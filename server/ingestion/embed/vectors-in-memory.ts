import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import { searchExactly, type SegmentVectors } from "./exact-search.ts";
import { findModel } from "./models.ts";
import type { NearestChunk, NearestRequest } from "./nearest.ts";
import { listEmbedded, readSegment } from "./read-vectors.ts";
import { describeError } from "../../errors.ts";

/** Of all organizations together; whoever asked least recently goes first. */
const defaultMostBytes = 256 * 1_048_576;
/** A question waits this long for the vectors of an organization that has not asked for a while. */
const firstReadMs = 300;

const bytesOf = (vectors: number, dimensions: number): number =>
  vectors * dimensions * Float32Array.BYTES_PER_ELEMENT;

/** Whether that many vectors of one organization are kept in memory. */
export const fitsMemory = (vectors: number, dimensions: number): boolean =>
  bytesOf(vectors, dimensions) <= defaultMostBytes;

interface Kept {
  dimensions: number;
  segments: Map<number, SegmentVectors>;
  bytes: number;
  /** All that there was when it was read last. */
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

export interface VectorsInMemory {
  /** Null where the vectors of the organization are not read yet, which begins now, or do not fit. */
  nearestRead(request: NearestRequest): Promise<NearestChunk[]> | null;
  /** Waits a moment for them; without those that are not read by then. */
  nearestSoon(request: NearestRequest): Promise<NearestChunk[]>;
}

/**
 * Exact search among the vectors of the organizations that ask. Events of any process tell when to read
 * again; until then questions search what was read before. An organization that exceeds the bound is not
 * read.
 */
export function openVectorsInMemory(tools: VectorTools, mostBytes = defaultMostBytes): VectorsInMemory {
  const kept = new Map<string, Kept>();
  const take = (organizationId: string): Kept => {
    const shelf = kept.get(organizationId) ?? open(tools.events, organizationId);
    kept.delete(organizationId);
    kept.set(organizationId, shelf);
    if (shelf.stale) shelf.reading ??= readAgain(organizationId, shelf);
    return shelf;
  };
  const makeRoom = (): void => {
    let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [organizationId, { bytes, reading, unsubscribe }] of kept) {
      if (total <= mostBytes) break;
      if (reading !== null) continue;
      unsubscribe();
      kept.delete(organizationId);
      total -= bytes;
    }
  };
  const readAgain = async (organizationId: string, shelf: Kept): Promise<void> => {
    shelf.stale = false;
    try {
      await read(tools, { organizationId, shelf, mostBytes });
    } catch (error) {
      shelf.stale = true;
      tools.log.warn(
        { err: describeError(error), organizationId },
        "the vectors of an organization could not be read",
      );
    } finally {
      shelf.reading = null;
      makeRoom();
    }
  };
  return {
    nearestRead(request) {
      const shelf = take(request.organizationId);
      return shelf.complete ? search(shelf, request) : null;
    },
    async nearestSoon(request) {
      const shelf = take(request.organizationId);
      if (shelf.segments.size === 0 && shelf.reading !== null) {
        await Promise.race([shelf.reading, delay(firstReadMs, undefined, { ref: false })]);
      }
      return search(shelf, request);
    },
  };
}

async function search({ dimensions, segments }: Kept, request: NearestRequest): Promise<NearestChunk[]> {
  return request.vector.length === dimensions ? searchExactly(segments.values(), request) : [];
}

function open(events: Pick<Events, "subscribe">, organizationId: string): Kept {
  const kept: Kept = {
    dimensions: 0,
    segments: new Map(),
    bytes: 0,
    complete: false,
    stale: true,
    reading: null,
    unsubscribe: events.subscribe(organizationId, ({ type }) => {
      if (type === "embeddings.updated" || type === "document.updated" || type === "resync") {
        kept.stale = true;
      }
    }),
  };
  return kept;
}

/** Only what came since is read. */
async function read(
  { db, modelName, log }: VectorTools,
  { organizationId, shelf, mostBytes }: { organizationId: string; shelf: Kept; mostBytes: number },
): Promise<void> {
  const model = await findModel(db, modelName);
  if (model === null) return;
  shelf.dimensions = model.dimensions;
  const versions = await listEmbedded(db, organizationId, model);
  const present = new Set(versions.map(({ segment }) => segment));
  for (const segment of shelf.segments.keys()) if (!present.has(segment)) shelf.segments.delete(segment);
  const chunks = versions.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  shelf.bytes = bytesOf(chunks, model.dimensions);
  if (shelf.bytes > mostBytes) {
    if (model.stored !== "halfvec") {
      log.warn(
        { organizationId, chunks },
        "an organization has more vectors than are searched without pgvector",
      );
    }
    shelf.segments.clear();
    shelf.bytes = 0;
    shelf.complete = false;
    return;
  }
  for (const version of versions) {
    if (shelf.segments.has(version.segment)) continue;
    const vectors = await readSegment(db, organizationId, { model, version });
    if (vectors !== null) shelf.segments.set(version.segment, vectors);
  }
  shelf.complete = true;
}
