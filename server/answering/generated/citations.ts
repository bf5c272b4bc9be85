/** "[2]", "[1, 3]" or the brackets that some models prefer. */
const citation = /\s*[[【]\s*(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\s*[\]】]/gu;

/** Separates the text of a sentence from its citations: their numbers as written, without duplicates. */
export function readCitations(written: string) {
  const numbers = new Set<number>();
  const text = written.replace(citation, (_match, list: string) => {
    for (const each of list.split(/[,;]/)) numbers.add(Number(each));
    return "";
  });
  return { text, numbers: [...numbers] };
}
