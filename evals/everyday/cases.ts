import { readFor } from "../answers/read-for.ts";
import { contextualize } from "../../server/language/follow-up.ts";
import type { Case } from "../answers/cases.ts";
import { withCollections } from "../answers/collections.ts";
import { isRight } from "./judge.ts";
import { everydayFolders, readEverydayOrganization, type EverydayQuestion } from "./organizations.ts";

export interface EverydayCase extends Case {
  row: EverydayQuestion;
}

/** The invented organizations of the repository, by author. */
export const everydayDirectories = ["evals/everyday/organizations", "evals/everyday/longer"];

/** One in this many questions is also asked of the previous organization, which can't answer it. */
const foreignStep = 3;

/**
 * Asks the questions below these directories that should be answered or declined, each of its own organization, and
 * some of another one. Questions to decline count as questions whose document is missing. Each directory is taken to
 * be the work of one author. `withFurther`: also the questions that are only fitted to.
 */
export async function gatherEverydayCases(
  directories: string[],
  { withFurther = false } = {},
): Promise<EverydayCase[]> {
  const organizations = await Promise.all(
    directories.flatMap((author) =>
      everydayFolders(author).map(async (folder) => ({
        author,
        ...(await readEverydayOrganization(folder)),
      })),
    ),
  );
  const cases: EverydayCase[] = [];
  await withCollections(async (collect) => {
    for (const [place, organization] of organizations.entries()) {
      const collection = await collect(organization.documents);
      const ask = async (row: EverydayQuestion, { isForeign = false, isFurther = false }) => {
        const search = contextualize(row.question, row.history);
        const retrieval = await readFor(collection, row.question, search, row.audience);
        const isAnswerable = row.expect === "answer" && !isForeign;
        cases.push({
          row,
          isFurther,
          author: organization.author,
          question: {
            set: "everyday",
            id: row.id,
            text: row.question,
            history: row.history,
            document: organization.name,
            references: [],
            answerable: true,
            scope: null,
          },
          text: row.question,
          earlier: search.earlier,
          collection: isForeign ? "foreign" : "everyday",
          indexed: isAnswerable,
          retrieval,
          tables: await collection.tables(retrieval),
          isFrom: () => true,
          answers: (content) => isAnswerable && isRight(row, content),
        });
      };
      const next = organizations[(place + 1) % organizations.length] ?? organization;
      for (const row of organization.questions.filter(isJudged)) await ask(row, {});
      if (withFurther)
        for (const row of organization.further.filter(isJudged)) await ask(row, { isFurther: true });
      if (next !== organization) {
        for (const [at, row] of next.questions.filter(isJudged).entries())
          if (at % foreignStep === 0) await ask(row, { isForeign: true });
      }
    }
  });
  return cases;
}

const isJudged = ({ expect }: EverydayQuestion): boolean => expect === "answer" || expect === "decline";
