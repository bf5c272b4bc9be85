import type { EvidenceUnit } from "./evidence-units.ts";

const bullet = /^\s*(?:[•●▪◦‣∙·*o–—-]\s+|\(?(?:[0-9]{1,3}|[a-z]|[ivx]{1,4})[.)]\s+)/iu;

/** What a ground says, as a sentence: an item with what leads to it, a row with its headings. */
export function quoteOf({ text, columns, opened, lead }: EvidenceUnit): string {
  if (text.includes(" | ")) return rowOf(text, columns, opened);
  const item = text.replace(bullet, "").trim();
  const led = lead === null || !/:\s*$/u.test(lead) ? item : `${lead.trim()} ${item}`;
  return /[.!?…]["'”’»)]*$/u.test(led) ? led : `${led.replace(/[;,]$/u, "")}.`;
}

function rowOf(said: string, columns: string | null, opened: string): string {
  const headings = columns?.split(" | ").map((each) => each.trim()) ?? [];
  const cells = said.split(" | ").map((each) => each.trim());
  const shift = Math.max(0, headings.length - cells.length);
  const shown = cells.map((cell, at) => {
    const heading = headings[at + shift] ?? "";
    return at + shift === 0 || heading === "" || cell === "" ? cell : `${heading}: ${cell}`;
  });
  return `${[opened.trim(), ...shown].filter((each) => each !== "").join(", ")}.`;
}
