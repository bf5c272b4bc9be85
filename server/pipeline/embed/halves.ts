/** Two bytes a number, the lowest byte first. */
export function encodeHalves(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 2);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < vector.length; at++) view.setUint16(at * 2, toHalf(vector[at] ?? 0), true);
  return bytes;
}

/** Writes the numbers of `bytes` into `target` from `offset` on. */
export function decodeHalves(bytes: Buffer, target: Float32Array, offset: number): void {
  for (let at = 0; at * 2 + 1 < bytes.length; at++) {
    target[offset + at] = valueOfHalf[bytes.readUInt16LE(at * 2)] ?? 0;
  }
}

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
