/** A title of at most `maxLength` characters, on one line: the beginning of a text. Empty for an empty text. */
export function titleFrom(text: string, maxLength: number): string {
  const characters = [...text.replaceAll(/\s+/g, " ").trim()];
  if (characters.length <= maxLength) return characters.join("");
  return `${characters.slice(0, maxLength - 1).join("")}…`;
}
