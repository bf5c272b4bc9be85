import type {
  GoldenQuestion,
  GoldenQuestionCreate,
  Rehearsal,
  VersionCheck,
} from "../../../contract/golden-questions.ts";
import { request, sentenceOf } from "../../request.ts";
import { useOrganizationQuery, usePages, whenShown } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";

const noun = "golden-questions";

/** Golden questions, the newest first. */
export const useGoldenQuestions = () =>
  usePages<GoldenQuestion>([noun], { filter: { limit: "50" }, ...whenShown });

/** Versions that are held until somebody accepts them. */
export const useHeldVersions = () => useOrganizationQuery<VersionCheck[]>(["version-checks"], whenShown);

export const useRehearsal = () => useOrganizationQuery<Rehearsal>(["rehearsal"], whenShown);

/** A new question for `type`, or a change to the one with `id`. */
export type GoldenQuestionToSave = GoldenQuestionCreate & { id: string | null };

export const useSaveGoldenQuestion = saving({
  send: ({ id, type, ...change }: GoldenQuestionToSave, path) =>
    id === null
      ? request("POST", path(noun), { ...change, type })
      : request("PUT", path(`${noun}/${id}`), change),
  success: { title: "Golden question saved", description: "It is being asked now." },
  // The dialog shows the server's own sentence, if there is one.
  failure: (error) => (sentenceOf(error) ? null : "Failed to save the golden question"),
  reads: [noun],
});

export const useDeleteGoldenQuestion = saving({
  send: (id: string, path) => request("DELETE", path(`${noun}/${id}`)),
  success: { title: "Golden question deleted" },
  failure: "Failed to delete the golden question",
  reads: [noun],
});

export const useAskAgain = saving({
  send: (_nothing: void, path) => request("POST", path(`${noun}/ask`)),
  success: { title: "Asking again", description: "Results appear as they come in." },
  failure: "Failed to ask the golden questions",
});

export const useAcceptVersion = saving({
  send: (versionId: string, path) => request("POST", path(`version-checks/${versionId}/accept`)),
  success: { title: "Version accepted", description: "It goes live in a moment." },
  failure: "Failed to accept the version",
  reads: ["version-checks"],
});

export const useChangeRehearsal = saving({
  send: (rehearsal: Rehearsal, path) => request("PUT", path("rehearsal"), rehearsal),
  failure: "Failed to change the dress rehearsal",
  reads: ["rehearsal"],
});
