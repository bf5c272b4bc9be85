import { useQuery } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import type {
  CuratedAnswer,
  CuratedAnswerChange,
  UnansweredGroup,
} from "../../../contract/curated-answers.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request, sentenceOf } from "../../request.ts";
import { usePages } from "../../use-pages.ts";
import { useSaving } from "../../use-saving.ts";

/** Unanswered questions, the largest group first. Read again whenever they are shown. */
export function useUnanswered(organizationId: string, type: Audience) {
  return useQuery<UnansweredGroup[]>({
    queryKey: organizationKey(organizationId, "unanswered-questions", type),
    queryFn: () => request("GET", organizationPath(organizationId, `unanswered-questions?type=${type}`)),
    refetchOnMount: "always",
  });
}

/** Curated answers, the newest first. */
export function useCuratedAnswers(organizationId: string) {
  const noun = "curated-answers";
  return usePages<CuratedAnswer>(
    organizationKey(organizationId, noun),
    organizationPath(organizationId, noun),
    { filter: { limit: "50" }, refetchOnMount: "always" },
  );
}

/** Both lists change with an answer: its question is no longer unanswered. */
const answersAndQuestions = (organizationId: string) => [
  organizationKey(organizationId, "curated-answers"),
  organizationKey(organizationId, "unanswered-questions"),
];

/** A new answer for `type`, or a change to the one with `id`. */
export type AnswerToSave = CuratedAnswerChange & { id: string | null; type: Audience };

export function useSaveAnswer(organizationId: string) {
  const path = organizationPath(organizationId, "curated-answers");
  return useSaving({
    send: ({ id, type, ...change }: AnswerToSave) =>
      id === null
        ? request<CuratedAnswer>("POST", path, { ...change, type })
        : request<CuratedAnswer>("PUT", `${path}/${id}`, change),
    success: { title: "Answer saved", description: "It is now live." },
    // The dialog shows the server's own sentence, if there is one.
    failure: (error) => (sentenceOf(error) ? null : "Failed to save the answer"),
    reads: answersAndQuestions(organizationId),
  });
}

export function useDeleteAnswer(organizationId: string) {
  return useSaving({
    send: (id: string) => request("DELETE", `${organizationPath(organizationId, "curated-answers")}/${id}`),
    success: { title: "Answer deleted" },
    failure: "Failed to delete the answer",
    reads: answersAndQuestions(organizationId),
  });
}

export function useDismiss(organizationId: string) {
  return useSaving({
    send: ({ type, question }: Pick<UnansweredGroup, "type" | "question">) =>
      request("POST", organizationPath(organizationId, "unanswered-questions/dismiss"), { type, question }),
    failure: "Failed to dismiss the questions",
    reads: answersAndQuestions(organizationId),
  });
}
