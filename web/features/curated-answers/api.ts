import type { Audience } from "../../../contract/common.ts";
import type {
  CuratedAnswer,
  CuratedAnswerCreate,
  UnansweredGroup,
} from "../../../contract/curated-answers.ts";
import { serverMessage } from "../../request.ts";
import { apiMutation, useOrganizationQuery, usePages, refetchOnShow } from "../../organization-api.ts";

/** Groups of unanswered questions, the largest group first. */
export const useUnanswered = (type: Audience) =>
  useOrganizationQuery<UnansweredGroup[]>(["unanswered-questions", { type }], refetchOnShow);

/** Curated answers, the newest first. */
export const useCuratedAnswers = () =>
  usePages<CuratedAnswer>(["curated-answers"], { filter: { limit: "50" }, ...refetchOnShow });

/** Saving an answer changes both lists, since its question is no longer unanswered. */
const refetches = ["curated-answers", "unanswered-questions"];

/** Creates an answer for `type`, or changes the one with `id`. */
export const useSaveAnswer = apiMutation<CuratedAnswerCreate & { id: string | undefined }>({
  send: ({ id, type, ...change }) =>
    id === undefined
      ? ["POST", "curated-answers", { ...change, type }]
      : ["PUT", `curated-answers/${id}`, change],
  success: { title: "Answer saved", description: "It is now live." },
  // The dialog shows the server's own message, if there is one.
  failure: (error) => (serverMessage(error) ? null : "Failed to save the answer"),
  refetches,
});

export const useDeleteAnswer = apiMutation<string>({
  send: (id) => ["DELETE", `curated-answers/${id}`],
  success: { title: "Answer deleted" },
  failure: "Failed to delete the answer",
  refetches,
});

export const useDismiss = apiMutation<Pick<UnansweredGroup, "type" | "question">>({
  send: ({ type, question }) => ["POST", "unanswered-questions/dismiss", { type, question }],
  failure: "Failed to dismiss the questions",
  refetches,
});
