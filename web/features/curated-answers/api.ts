import type { Audience } from "../../../contract/common.ts";
import type {
  CuratedAnswer,
  CuratedAnswerCreate,
  UnansweredGroup,
} from "../../../contract/curated-answers.ts";
import { sentenceOf } from "../../request.ts";
import { useOrganizationQuery, usePages, whenShown } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";

/** Unanswered questions, the largest group first. */
export const useUnanswered = (type: Audience) =>
  useOrganizationQuery<UnansweredGroup[]>(["unanswered-questions", { type }], whenShown);

/** Curated answers, the newest first. */
export const useCuratedAnswers = () =>
  usePages<CuratedAnswer>(["curated-answers"], { filter: { limit: "50" }, ...whenShown });

/** Both lists change with an answer: its question is no longer unanswered. */
const reads = ["curated-answers", "unanswered-questions"];

/** Saves a new answer for `type`, or a change to the one with `id`. */
export const useSaveAnswer = saving<CuratedAnswerCreate & { id: string | null }>({
  send: ({ id, type, ...change }) =>
    id === null ? ["POST", "curated-answers", { ...change, type }] : ["PUT", `curated-answers/${id}`, change],
  success: { title: "Answer saved", description: "It is now live." },
  // The dialog shows the server's own sentence, if there is one.
  failure: (error) => (sentenceOf(error) ? null : "Failed to save the answer"),
  reads,
});

export const useDeleteAnswer = saving<string>({
  send: (id) => ["DELETE", `curated-answers/${id}`],
  success: { title: "Answer deleted" },
  failure: "Failed to delete the answer",
  reads,
});

export const useDismiss = saving<Pick<UnansweredGroup, "type" | "question">>({
  send: ({ type, question }) => ["POST", "unanswered-questions/dismiss", { type, question }],
  failure: "Failed to dismiss the questions",
  reads,
});
