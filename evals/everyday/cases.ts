import type { Case } from "../answers/cases.ts";
import { withCollections, type Collection } from "../answers/collections.ts";
import { readFor } from "../answers/read-for.ts";
import { contextualize } from "../../server/language/follow-up.ts";
import type { FollowUpWeights } from "../../server/language/follow-up-weights.ts";
import { weightsWithout } from "../follow-ups/fit.ts";
import { isRight } from "./judge.ts";
import {
  everydayFolders,
  isJudged,
  readEverydayOrganization,
  type EverydayQuestion,
} from "./organizations.ts";
import { questionsOfShortDocument, shortDocumentsOf } from "./short-documents.ts";

export interface EverydayCase extends Case {
  row: EverydayQuestion;
}

/** The invented organizations of the repository, by author. */
export const everydayDirectories = ["evals/everyday/organizations", "evals/everyday/longer"];

/** One in this many questions is also asked of the previous organization, which can't answer it. */
const foreignStep = 3;

/** A question of a collection that does or does not answer it. */
interface Asked extends Pick<EverydayCase, "row" | "isFurther" | "collection"> {
  isAnswerable: boolean;
}

/**
 * Asks the questions below these directories that should be answered or declined, each of its own organization, and
 * some of another one. Questions to decline count as questions whose document is missing. Each directory is taken to
 * be the work of one author. `withFurther`: also what is only fitted to, which is further questions, and questions of
 * short documents.
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
  const weightsFor = weightsWithout(organizations);
  const cases: EverydayCase[] = [];
  await withCollections(async (collect) => {
    for (const [place, organization] of organizations.entries()) {
      const { author, name, questions, further, documents } = organization;
      const ask = async (collection: Collection, asked: Asked[]): Promise<void> => {
        for (const one of asked)
          cases.push({ ...(await caseOf(collection, name, one, weightsFor(name))), author });
      };
      const others = organizations.length > 1 ? organizations[(place + 1) % organizations.length] : undefined;
      await ask(await collect(documents), [
        ...ownQuestions(questions),
        ...(withFurther ? ownQuestions(further).map((one) => ({ ...one, isFurther: true })) : []),
        ...foreignQuestions(others?.questions ?? []),
      ]);
      for (const document of withFurther ? await shortDocumentsOf(organization) : [])
        await ask(
          await collect([document]),
          questionsOfShortDocument(document, organization).map((one) => ({
            ...one,
            collection: "short",
            isFurther: true,
          })),
        );
    }
  });
  return cases;
}

const ownQuestions = (rows: readonly EverydayQuestion[]): Asked[] =>
  rows
    .filter(isJudged)
    .map((row) => ({ row, collection: "everyday", isAnswerable: row.expect === "answer" }));

const foreignQuestions = (rows: readonly EverydayQuestion[]): Asked[] =>
  rows
    .filter(isJudged)
    .filter((_, at) => at % foreignStep === 0)
    .map((row) => ({ row, collection: "foreign", isAnswerable: false }));

async function caseOf(
  collection: Collection,
  organization: string,
  { isAnswerable, ...asked }: Asked,
  weights: FollowUpWeights,
): Promise<EverydayCase> {
  const { row } = asked;
  const search = contextualize(row.question, row.history, weights);
  const retrieval = await readFor(collection, row.question, search, row.audience);
  return {
    ...asked,
    question: {
      set: "everyday",
      id: row.id,
      text: row.question,
      history: row.history,
      document: organization,
      references: [],
      answerable: true,
      scope: null,
    },
    text: row.question,
    earlier: search.earlier,
    indexed: isAnswerable,
    retrieval,
    tables: await collection.tables(retrieval),
    isFrom: () => true,
    answers: (content) => isAnswerable && isRight(row, content),
  };
}
