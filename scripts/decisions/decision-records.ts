/** A file of `docs/decisions`. */
export interface DecisionRecord {
  name: string;
  text: string;
}

const sections = /^Context,Decision,Consequences(?:,Rejected)?$/u;
const status = /^Status: (?:accepted|superseded by \[\d{4}\])/mu;

const titleOf = (text: string) => /^# \d{4}\. (.+)$/mu.exec(text)?.[1];

/** A title as part of a file name: "/metrics doesn't wait" becomes "metrics-doesnt-wait". */
function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll("'", "")
    .match(/[a-z0-9]+/gu);
  return (words ?? []).join("-");
}

/** Deviations from the common form, as sentences. */
export function findRecordProblems(records: readonly DecisionRecord[]): string[] {
  const names = new Set(records.map(({ name }) => name));
  return records.flatMap(({ name, text }) => {
    const found: string[] = [];
    if (!text.startsWith(`# ${name.slice(0, 4)}. `)) found.push(`begin with "# ${name.slice(0, 4)}. "`);
    const fileName = `${name.slice(0, 4)}-${slugOf(titleOf(text) ?? "")}.md`;
    if (name !== fileName) found.push(`be called ${fileName}, after its title`);
    if (!/^Date: \d{4}-\d{2}-\d{2}$/mu.test(text)) found.push('have a line "Date: YYYY-MM-DD"');
    if (!status.test(text)) found.push('have a line "Status: accepted" or "Status: superseded by [NNNN](…)"');
    const headings = [...text.matchAll(/^## (.+)$/gmu)].map(([, heading]) => heading);
    if (!sections.test(headings.join()))
      found.push("have the sections Context, Decision, Consequences and, if needed, Rejected, in this order");
    for (const [, target = ""] of text.matchAll(/\]\((\d{4}-[^)#]+)\)/gu))
      if (!names.has(target)) found.push(`link to records that exist, not to ${target}`);
    return found.map((rule) => `docs/decisions/${name} must ${rule}.`);
  });
}

/** The index: every record with its title and status, in the order of their numbers. */
export function indexOf(records: readonly DecisionRecord[]): string {
  const rows = records.map(({ name, text }) => {
    const title = titleOf(text) ?? name;
    const state = /^Status: (.+)$/mu.exec(text)?.[1] ?? "";
    return `| [${name.slice(0, 4)}](${name}) | ${title} | ${state} |`;
  });
  return [
    "# Decisions",
    "",
    "One page for each decision that a newcomer would question: context, decision, consequences, and what was rejected. A",
    "decision that is overturned stays, and its status links to the one that replaced it. Long measurements are in the",
    "[figures by decision](../figures/by-decision.md). `node scripts/decisions.ts` writes this index; `npm run check`",
    "fails when it is out of date or a record is not in the common form.",
    "",
    "| Number | Decision | Status |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
