import { passagesRead } from "../../server/answering/extractive/answer.ts";
import { contextualize } from "../../server/language/follow-up.ts";
import type { Case } from "../answers/cases.ts";
import { withCollections } from "../answers/collections.ts";
import { openJudge } from "./judge.ts";
import { everydayFolders, readEverydayOrganization, type EverydayQuestion } from "./organizations.ts";

export interface EverydayCase extends Case {
  row: EverydayQuestion;
}

/**
 * Asks the questions below these directories that want an answer or have none, each of its own
 * organization. What has none counts as a question whose document is missing.
 */
export async function gatherEverydayCases(directories: string[]): Promise<EverydayCase[]> {
  const { judge } = await openJudge(directories);
  const cases: EverydayCase[] = [];
  await withCollections(async (collect) => {
    for (const folder of directories.flatMap(everydayFolders)) {
      const organization = await readEverydayOrganization(folder);
      const collection = await collect(organization.documents);
      for (const row of organization.questions) {
        if (row.expect !== "answer" && row.expect !== "decline") continue;
        const search = contextualize(row.question, row.history);
        const retrieval = await collection.retrieve(
          search.text,
          passagesRead,
          search.contextWords,
          row.audience,
        );
        cases.push({
          row,
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
          collection: "everyday",
          indexed: row.expect === "answer",
          retrieval,
          tables: await collection.tables(retrieval),
          isFrom: () => true,
          answers: (content) =>
            row.expect === "answer" &&
            judge(row, { content, metadata: { answered: true, kind: "answer", sources: [] } }) === "right",
        });
      }
    }
  });
  return cases;
}
