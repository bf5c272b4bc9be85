/** Splits a list into parts of `size`; the last one may be shorter. */
export function inParts<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) =>
    list.slice(part * size, (part + 1) * size),
  );
}

/** Splits texts into parts of at most `maxCharacters`, and `maxTexts` if given. A longer text is a part of its own. */
export function inTextParts(
  texts: readonly string[],
  { maxCharacters, maxTexts = Infinity }: { maxCharacters: number; maxTexts?: number },
): string[][] {
  const parts: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const part = parts.at(-1);
    characters += text.length;
    if (part === undefined || part.length >= maxTexts || characters > maxCharacters) {
      parts.push([text]);
      characters = text.length;
    } else part.push(text);
  }
  return parts;
}
