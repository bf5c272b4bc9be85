/** The type of the column that vectors are stored in: pgvector's type if PostgreSQL has pgvector. */
export type VectorType = "bytea" | "halfvec";

/** Encodes numbers as half-precision floats: little-endian for `bytea`, in pgvector's binary format for `halfvec`. */
export function encodeHalves(vector: Float32Array, type: VectorType): Buffer {
  const start = startOf(type);
  const bytes = Buffer.alloc(start + vector.length * 2);
  if (type === "halfvec") bytes.writeUInt16BE(vector.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, vector.length * 2);
  for (let at = 0; at < vector.length; at++) {
    view.setFloat16(at * 2, vector[at] ?? 0, type === "bytea");
  }
  return bytes;
}

export function decodeHalves(bytes: Buffer, type: VectorType, target: Float32Array, offset: number): void {
  const start = startOf(type);
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
  for (let at = 0; at * 2 + 1 < view.byteLength; at++) {
    target[offset + at] = view.getFloat16(at * 2, type === "bytea");
  }
}

/** Length of pgvector's header: the number of dimensions and two zero bytes. */
const startOf = (type: VectorType): number => (type === "halfvec" ? 4 : 0);
