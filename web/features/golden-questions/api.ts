import type {
  GoldenQuestion,
  GoldenQuestionCreate,
  Rehearsal,
  VersionCheck,
} from "../../../contract/golden-questions.ts";
import { serverMessage } from "../../request.ts";
import { apiMutation, useOrganizationQuery, usePages, refetchOnShow } from "../../organization-api.ts";

const resource = "golden-questions";

/** Golden questions, newest first. */
export const useGoldenQuestions = () =>
  usePages<GoldenQuestion>([resource], { filter: { limit: "50" }, ...refetchOnShow });

/** Versions that are held until someone accepts them. */
export const useHeldVersions = () => useOrganizationQuery<VersionCheck[]>(["version-checks"], refetchOnShow);

export const useRehearsal = () => useOrganizationQuery<Rehearsal>(["rehearsal"], refetchOnShow);

/** Creates a question for `type`, or changes the one with `id`. */
export const useSaveGoldenQuestion = apiMutation<GoldenQuestionCreate & { id: string | undefined }>({
  send: ({ id, type, ...change }) =>
    id === undefined ? ["POST", resource, { ...change, type }] : ["PUT", `${resource}/${id}`, change],
  success: { title: "Golden question saved", description: "It is being asked now." },
  // The dialog shows the server's own message, if there is one.
  failure: (error) => (serverMessage(error) ? null : "Failed to save the golden question"),
});

export const useDeleteGoldenQuestion = apiMutation<string>({
  send: (id) => ["DELETE", `${resource}/${id}`],
  success: { title: "Golden question deleted" },
  failure: "Failed to delete the golden question",
});

export const useAskAgain = apiMutation({
  send: () => ["POST", `${resource}/ask`],
  success: { title: "Asking again", description: "Results appear as they come in." },
  failure: "Failed to ask the golden questions",
  refetches: [],
});

export const useAcceptVersion = apiMutation<string>({
  send: (versionId) => ["POST", `version-checks/${versionId}/accept`],
  success: { title: "Version accepted", description: "It goes live in a moment." },
  failure: "Failed to accept the version",
});

export const useChangeRehearsal = apiMutation<Rehearsal>({
  send: (rehearsal) => ["PUT", "rehearsal", rehearsal],
  failure: "Failed to change the dress rehearsal setting",
});
