/**
 * The questions of the demo organization, asked of the whole pipeline. A sanity check on the
 * kind of documents that customers have, beside the corpus; nothing is fitted on it.
 */
import { demoDocuments } from "../demo/documents.ts";
import { demoQuestions, type DemoQuestion } from "../demo/questions.ts";
import { withScratchOrganization, type ScratchOrganization } from "../scripts/scratch-organization.ts";
import type { Turn } from "../server/answering/extractive/follow-up.ts";

type Verdict = "right" | "wrong" | "missed" | "refused" | "invented";

const flat = (text: string): string => text.replace(/\s+/gu, " ").toLowerCase();

async function judge(organization: ScratchOrganization, asked: DemoQuestion) {
  const history: Turn[] = [];
  for (const question of asked.after ?? []) {
    const { content } = await organization.ask(asked.audience, question, history);
    history.push({ role: "user", content: question }, { role: "assistant", content });
  }
  const answer = await organization.ask(asked.audience, asked.question, history);
  const holds =
    asked.holds !== null && answer.sources.some(({ quote }) => flat(quote).includes(flat(asked.holds ?? "")));
  let verdict: Verdict;
  if (asked.holds === null) verdict = answer.answered ? "invented" : "refused";
  else if (!answer.answered) verdict = "missed";
  else verdict = holds ? "right" : "wrong";
  return { verdict, answer };
}

await withScratchOrganization(async (organization) => {
  for (const { fileName, audience } of demoDocuments) {
    await organization.add(
      new URL(`../demo/files/${fileName}`, import.meta.url).pathname.replaceAll("%20", " "),
      audience,
    );
  }
  await organization.read();
  const counts = { right: 0, wrong: 0, missed: 0, refused: 0, invented: 0 };
  for (const asked of demoQuestions) {
    const { verdict, answer } = await judge(organization, asked);
    counts[verdict] += 1;
    if (verdict === "right" || verdict === "refused") continue;
    const quotes = answer.sources.map(({ quote }) => quote).join(" / ");
    console.log(
      `${verdict.padEnd(9)} ${answer.confidence.toFixed(2)}  ${asked.question}\n          ${quotes.slice(0, 200)}`,
    );
  }
  console.table([counts]);
});
