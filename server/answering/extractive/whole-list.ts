import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { joinParts, leadIn, readSentences, type ComposedAnswer } from "./compose-unit.ts";
import type { RankedUnit } from "./rank-units.ts";

/** A line of an answer, with its passage among those read. */
type ListLine = ComposedAnswer & { passage: number };

/**
 * The list of items with its lead-in, if the question is about the list: it has no word of the items that the lead-in
 * lacks. Null if it is about these items, or if the items of the list are sentences of their own.
 */
export function wholeList(
  chosen: readonly RankedUnit[],
  units: readonly RankedUnit[],
  passages: readonly RetrievedPassage[],
): ListLine | null {
  const [first] = chosen;
  const passage = first === undefined ? undefined : passages[first.passage];
  if (first === undefined || passage === undefined || first.unit.kind !== "list_item") return null;
  if (chosen.some(({ addedToLead }) => addedToLead > 0)) return null;
  const isOfList = (index: number): boolean =>
    units.some(
      ({ passage: at, index: other, unit: { kind, lead } }) =>
        at === first.passage && other === index && kind === "list_item" && lead === first.unit.lead,
    );
  let [from, to] = [first.index, first.index];
  while (isOfList(from - 1)) from--;
  while (isOfList(to + 1)) to++;
  const sentences = readSentences(passage);
  const items = sentences.slice(from, to + 1);
  const lead = leadIn(passage, sentences, from);
  if (lead === null || items.slice(0, -1).some(({ text }) => /[.!?]$/u.test(text))) return null;
  const spans = [{ start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0 }];
  return { content: joinParts([lead, ...items.map(({ plain }) => plain)]), passage: first.passage, spans };
}

/** Items of one list as one line, in the order of the document, after their lead-in. */
export function composeItems(units: readonly RankedUnit[], passages: readonly RetrievedPassage[]): ListLine {
  const items = units.toSorted((a, b) => a.index - b.index);
  const [{ passage, index }] = items as [RankedUnit];
  const found = passages[passage];
  const lead = (found === undefined ? null : leadIn(found, readSentences(found), index)) ?? "";
  const texts = items.map(({ unit: { composed } }, at) =>
    at > 0 && composed.content.startsWith(lead)
      ? composed.content.slice(lead.length).trim()
      : composed.content,
  );
  return { content: joinParts(texts), passage, spans: items.flatMap(({ unit }) => unit.composed.spans) };
}
