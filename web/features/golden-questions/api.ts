import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import type {
  GoldenQuestion,
  GoldenQuestionChange,
  Rehearsal,
  VersionCheck,
} from "../../../contract/golden-questions.ts";
import { announceFailure } from "../../failure-toast.ts";
import { request, RequestError } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";
import { usePages } from "../../use-pages.ts";

const pathOf = (organizationId: string, noun: string) => `/api/organizations/${organizationId}/${noun}`;
const keyOf = (organizationId: string, noun: string): QueryKey => [
  "/api/organizations",
  organizationId,
  noun,
];

/** Golden questions, the newest first. */
export function useGoldenQuestions(organizationId: string) {
  const noun = "golden-questions";
  return usePages<GoldenQuestion>(keyOf(organizationId, noun), pathOf(organizationId, noun), {
    filter: { limit: "50" },
    refetchOnMount: "always",
  });
}

/** The versions that wait to be accepted. */
export function useHeldVersions(organizationId: string) {
  return useQuery<VersionCheck[]>({
    queryKey: keyOf(organizationId, "version-checks"),
    queryFn: () => request("GET", pathOf(organizationId, "version-checks")),
    refetchOnMount: "always",
  });
}

export function useRehearsal(organizationId: string) {
  return useQuery<Rehearsal>({
    queryKey: keyOf(organizationId, "rehearsal"),
    queryFn: () => request("GET", pathOf(organizationId, "rehearsal")),
    refetchOnMount: "always",
  });
}

/** What is written: a new question for `type`, or another one in place of that with `id`. */
export type GoldenQuestionToSave = GoldenQuestionChange & { id: string | null; type: Audience };

export function useSaveGoldenQuestion(organizationId: string) {
  const refresh = useRefresh(organizationId, "golden-questions");
  return useMutation({
    mutationFn: ({ id, type, ...change }: GoldenQuestionToSave) => {
      const path = pathOf(organizationId, "golden-questions");
      return id === null
        ? request<GoldenQuestion>("POST", path, { ...change, type })
        : request<GoldenQuestion>("PUT", `${path}/${id}`, change);
    },
    onSuccess: async () => {
      toast({ title: "Golden question saved", description: "It is being asked now." });
      await refresh();
    },
    // What the server has a sentence for stands in the dialog.
    onError: (error) => {
      if (!(error instanceof RequestError && error.sentence))
        announceFailure(error, "Failed to save the golden question");
    },
  });
}

export function useDeleteGoldenQuestion(organizationId: string) {
  const refresh = useRefresh(organizationId, "golden-questions");
  return useMutation({
    mutationFn: (id: string) => request("DELETE", `${pathOf(organizationId, "golden-questions")}/${id}`),
    onSuccess: async () => {
      toast({ title: "Golden question deleted" });
      await refresh();
    },
    onError: (error) => announceFailure(error, "Failed to delete the golden question"),
  });
}

export function useAskAgain(organizationId: string) {
  return useMutation({
    mutationFn: () => request("POST", `${pathOf(organizationId, "golden-questions")}/ask`),
    onSuccess: () => toast({ title: "Asking again", description: "Results appear as they come in." }),
    onError: (error) => announceFailure(error, "Failed to ask the golden questions"),
  });
}

export function useAcceptVersion(organizationId: string) {
  const refresh = useRefresh(organizationId, "version-checks");
  return useMutation({
    mutationFn: (versionId: string) =>
      request("POST", `${pathOf(organizationId, "version-checks")}/${versionId}/accept`),
    onSuccess: async () => {
      toast({ title: "Version accepted", description: "It goes live in a moment." });
      await refresh();
    },
    onError: (error) => announceFailure(error, "Failed to accept the version"),
  });
}

export function useChangeRehearsal(organizationId: string) {
  const refresh = useRefresh(organizationId, "rehearsal");
  return useMutation({
    mutationFn: (rehearsal: Rehearsal) =>
      request<Rehearsal>("PUT", pathOf(organizationId, "rehearsal"), rehearsal),
    onSuccess: refresh,
    onError: (error) => announceFailure(error, "Failed to change the dress rehearsal"),
  });
}

function useRefresh(organizationId: string, noun: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keyOf(organizationId, noun) });
}
