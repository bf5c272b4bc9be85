/** The type of the column that vectors are stored in: pgvector's where PostgreSQL has it. */
export type VectorType = "bytea" | "halfvec";

/** Two bytes a number: the lowest first, or as pgvector sends and receives them. */
export function encodeHalves(vector: Float32Array, type: VectorType): Buffer {
  const start = startOf(type);
  const bytes = Buffer.alloc(start + vector.length * 2);
  if (type === "halfvec") bytes.writeUInt16BE(vector.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, vector.length * 2);
  for (let at = 0; at < vector.length; at++) {
    view.setUint16(at * 2, toHalf(vector[at] ?? 0), type === "bytea");
  }
  return bytes;
}

/** Writes the numbers of `bytes` into `target` from `offset` on. */
export function decodeHalves(bytes: Buffer, type: VectorType, target: Float32Array, offset: number): void {
  const start = startOf(type);
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
  for (let at = 0; at * 2 + 1 < view.byteLength; at++) {
    target[offset + at] = valueOfHalf[view.getUint16(at * 2, type === "bytea")] ?? 0;
  }
}

/** pgvector puts the number of dimensions and two bytes of zeros before them. */
const startOf = (type: VectorType): number => (type === "halfvec" ? 4 : 0);

/** Every half there is. */
const valueOfHalf = Float32Array.from({ length: 65_536 }, (_, half) => {
  const [sign, exponent, fraction] = [half >> 15 ? -1 : 1, (half >> 10) & 31, half & 1023];
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
});

/** The nearest half of a number from -1 to 1. */
function toHalf(value: number): number {
  const sign = value < 0 ? 0x8000 : 0;
  const size = Math.min(1, Math.abs(value));
  const exponent = Math.max(-14, Math.floor(Math.log2(size || 2 ** -30)));
  // Below 2^-14 the steps stay alike; where rounding reaches the next power, the carry lands in the exponent.
  const steps = Math.round(size * 2 ** (10 - exponent));
  const half = size < 2 ** -14 ? steps : steps + ((exponent + 14) << 10);
  return sign | half;
}
