import type { Audience } from "../../../contract/common.ts";
import type { Transaction } from "../../database/database.ts";

/** A chunk near a question, identified by its segment and ordinal. */
export interface NearestChunk {
  segment: number;
  ordinal: number;
  versionId: string;
  /** Cosine similarity, from -1 to 1. */
  similarity: number;
}

export interface NearestRequest {
  organizationId: string;
  audience: Audience;
  /** A unit vector of the current model, as `embedQuestion` returns it. */
  vector: Float32Array;
  limit: number;
}

export interface NearestSearch {
  /**
   * Nearest first, of this organization and audience only, among the passages that are embedded with the
   * current model. May return a passage that was deleted a moment ago, so read its text in the tenant's transaction.
   */
  nearestChunks(trx: Transaction, request: NearestRequest): Promise<NearestChunk[]>;
}
