import type { Audience } from "../../../contract/common.ts";
import type { Transaction } from "../../database/database.ts";

/** A passage near a question; chunks are known by their segment and ordinal. */
export interface NearestChunk {
  segment: number;
  ordinal: number;
  versionId: string;
  /** Cosine, from -1 to 1. */
  similarity: number;
}

export interface NearestRequest {
  organizationId: string;
  audience: Audience;
  /** A unit vector of the present model, as `embedQuestion` makes it. */
  vector: Float32Array;
  limit: number;
}

/** Finds the passages nearest to a vector. */
export interface NearestSearch {
  /**
   * Nearest first, of this organization and audience only, among the passages that are embedded with the
   * present model. May still name a passage that was deleted a moment ago: read it under the tenant.
   */
  nearestChunks(trx: Transaction, request: NearestRequest): Promise<NearestChunk[]>;
}
