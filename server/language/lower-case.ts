/** In lower case and of the same length, so that offsets stay valid. */
export const toLowerCase = (text: string): string => text.replaceAll("İ", "I").toLowerCase();

/**
 * A regular expression for texts in lower case. With the flags "iu" V8 compiles a long one three times as slowly, because
 * it adds all other spellings of each letter.
 */
export function forLowerCase(source: string, flags: string): RegExp {
  const lower = source.replaceAll(/\\p\{[^}]*\}|\\.|[A-Z]/gu, (part) =>
    part.length === 1 ? part.toLowerCase() : part,
  );
  return new RegExp(lower, flags);
}
