/**
 * Asks the whole pipeline the questions of the demo organization: a sanity check, in addition to the corpus, on the
 * kind of documents that customers have. Nothing is fitted on it.
 */
import { demoDocuments } from "../demo/documents.ts";
import { demoQuestions, type DemoQuestion } from "../demo/questions.ts";
import { withScratchOrganization, type ScratchOrganization } from "../scripts/scratch-organization.ts";
import type { EarlierMessage } from "../server/language/follow-up.ts";

type Verdict = "right" | "wrong" | "missed" | "refused" | "invented";

const normalize = (text: string): string => text.replace(/\s+/gu, " ").toLowerCase();

async function judge(organization: ScratchOrganization, item: DemoQuestion) {
  const history: EarlierMessage[] = [];
  for (const question of item.after ?? []) {
    const { content } = await organization.ask(item.audience, question, history);
    history.push({ role: "user", content: question }, { role: "assistant", content });
  }
  const answer = await organization.ask(item.audience, item.question, history);
  const expected = normalize(item.holds ?? "");
  const isQuoted = answer.sources.some(({ quote }) => normalize(quote).includes(expected));
  let verdict: Verdict;
  if (item.holds === null) verdict = answer.answered ? "invented" : "refused";
  else if (!answer.answered) verdict = "missed";
  else verdict = isQuoted ? "right" : "wrong";
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
  for (const item of demoQuestions) {
    const { verdict, answer } = await judge(organization, item);
    counts[verdict] += 1;
    if (verdict === "right" || verdict === "refused") continue;
    const quotes = answer.sources.map(({ quote }) => quote).join(" / ");
    console.log(
      `${verdict.padEnd(9)} ${answer.confidence.toFixed(2)}  ${item.question}\n          ${quotes.slice(0, 200)}`,
    );
  }
  console.table([counts]);
});
