const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** The FNV-1a hash of the UTF-16 code units [from, to) of a text, as a signed 32-bit integer. */
export function fnv1a(text: string, seed = 0, from = 0, to = text.length): number {
  let hash = offsetBasis ^ seed;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash;
}
