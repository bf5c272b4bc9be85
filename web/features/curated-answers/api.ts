import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import type {
  CuratedAnswer,
  CuratedAnswerChange,
  UnansweredGroup,
} from "../../../contract/curated-answers.ts";
import { announceFailure } from "../../failure-toast.ts";
import { readAgain } from "../../read-again.ts";
import { request, RequestError } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";
import { usePages } from "../../use-pages.ts";

const pathOf = (organizationId: string, noun: string) => `/api/organizations/${organizationId}/${noun}`;
const answersKey = (organizationId: string): QueryKey => [
  "/api/organizations",
  organizationId,
  "curated-answers",
];
const unansweredKey = (organizationId: string): QueryKey => [
  "/api/organizations",
  organizationId,
  "unanswered-questions",
];

/** Questions without an answer, the most frequent group first; read anew whenever they are looked at. */
export function useUnanswered(organizationId: string, type: Audience) {
  return useQuery<UnansweredGroup[]>({
    queryKey: [...unansweredKey(organizationId), type],
    queryFn: () => request("GET", `${pathOf(organizationId, "unanswered-questions")}?type=${type}`),
    refetchOnMount: "always",
  });
}

/** Written answers, the newest first. */
export function useCuratedAnswers(organizationId: string) {
  return usePages<CuratedAnswer>(answersKey(organizationId), pathOf(organizationId, "curated-answers"), {
    filter: { limit: "50" },
    refetchOnMount: "always",
  });
}

/** What is written: a new answer for `type`, or another one in place of that with `id`. */
export type AnswerToSave = CuratedAnswerChange & { id: string | null; type: Audience };

export function useSaveAnswer(organizationId: string) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: ({ id, type, ...change }: AnswerToSave) => {
      const path = pathOf(organizationId, "curated-answers");
      return id === null
        ? request<CuratedAnswer>("POST", path, { ...change, type })
        : request<CuratedAnswer>("PUT", `${path}/${id}`, change);
    },
    onSuccess: async () => {
      toast({ title: "Answer saved", description: "It is now live." });
      await refresh();
    },
    // What the server has a sentence for stands in the dialog.
    onError: (error) => {
      if (!(error instanceof RequestError && error.sentence))
        announceFailure(error, "Failed to save the answer");
    },
  });
}

export function useDeleteAnswer(organizationId: string) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: (id: string) => request("DELETE", `${pathOf(organizationId, "curated-answers")}/${id}`),
    onSuccess: async () => {
      toast({ title: "Answer deleted" });
      await refresh();
    },
    onError: (error) => announceFailure(error, "Failed to delete the answer"),
  });
}

export function useDismiss(organizationId: string) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: ({ type, question }: Pick<UnansweredGroup, "type" | "question">) =>
      request("POST", `${pathOf(organizationId, "unanswered-questions")}/dismiss`, { type, question }),
    onSuccess: refresh,
    onError: (error) => announceFailure(error, "Failed to dismiss the questions"),
  });
}

function useRefresh(organizationId: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      readAgain(queryClient, answersKey(organizationId)),
      readAgain(queryClient, unansweredKey(organizationId)),
    ]);
}
