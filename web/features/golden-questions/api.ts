import { useQuery } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import type {
  GoldenQuestion,
  GoldenQuestionChange,
  Rehearsal,
  VersionCheck,
} from "../../../contract/golden-questions.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request, sentenceOf } from "../../request.ts";
import { usePages } from "../../use-pages.ts";
import { useSaving } from "../../use-saving.ts";

/** Golden questions, the newest first. */
export function useGoldenQuestions(organizationId: string) {
  const noun = "golden-questions";
  return usePages<GoldenQuestion>(
    organizationKey(organizationId, noun),
    organizationPath(organizationId, noun),
    { filter: { limit: "50" }, refetchOnMount: "always" },
  );
}

/** Versions that are held until somebody accepts them. */
export function useHeldVersions(organizationId: string) {
  return useQuery<VersionCheck[]>({
    queryKey: organizationKey(organizationId, "version-checks"),
    refetchOnMount: "always",
  });
}

export function useRehearsal(organizationId: string) {
  return useQuery<Rehearsal>({
    queryKey: organizationKey(organizationId, "rehearsal"),
    refetchOnMount: "always",
  });
}

/** A new question for `type`, or a change to the one with `id`. */
export type GoldenQuestionToSave = GoldenQuestionChange & { id: string | null; type: Audience };

export function useSaveGoldenQuestion(organizationId: string) {
  const path = organizationPath(organizationId, "golden-questions");
  return useSaving({
    send: ({ id, type, ...change }: GoldenQuestionToSave) =>
      id === null
        ? request<GoldenQuestion>("POST", path, { ...change, type })
        : request<GoldenQuestion>("PUT", `${path}/${id}`, change),
    success: { title: "Golden question saved", description: "It is being asked now." },
    // The dialog shows the server's own sentence, if there is one.
    failure: (error) => (sentenceOf(error) ? null : "Failed to save the golden question"),
    reads: [organizationKey(organizationId, "golden-questions")],
  });
}

export function useDeleteGoldenQuestion(organizationId: string) {
  return useSaving({
    send: (id: string) => request("DELETE", `${organizationPath(organizationId, "golden-questions")}/${id}`),
    success: { title: "Golden question deleted" },
    failure: "Failed to delete the golden question",
    reads: [organizationKey(organizationId, "golden-questions")],
  });
}

export function useAskAgain(organizationId: string) {
  return useSaving({
    send: () => request("POST", organizationPath(organizationId, "golden-questions/ask")),
    success: { title: "Asking again", description: "Results appear as they come in." },
    failure: "Failed to ask the golden questions",
  });
}

export function useAcceptVersion(organizationId: string) {
  return useSaving({
    send: (versionId: string) =>
      request("POST", organizationPath(organizationId, `version-checks/${versionId}/accept`)),
    success: { title: "Version accepted", description: "It goes live in a moment." },
    failure: "Failed to accept the version",
    reads: [organizationKey(organizationId, "version-checks")],
  });
}

export function useChangeRehearsal(organizationId: string) {
  return useSaving({
    send: (rehearsal: Rehearsal) =>
      request<Rehearsal>("PUT", organizationPath(organizationId, "rehearsal"), rehearsal),
    failure: "Failed to change the dress rehearsal",
    reads: [organizationKey(organizationId, "rehearsal")],
  });
}
