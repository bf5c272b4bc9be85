import type {
  GoldenQuestion,
  GoldenQuestionCreate,
  Rehearsal,
  VersionCheck,
} from "../../../contract/golden-questions.ts";
import { sentenceOf } from "../../request.ts";
import { useOrganizationQuery, usePages, whenShown } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";

const noun = "golden-questions";

/** Golden questions, the newest first. */
export const useGoldenQuestions = () =>
  usePages<GoldenQuestion>([noun], { filter: { limit: "50" }, ...whenShown });

/** Versions that are held until somebody accepts them. */
export const useHeldVersions = () => useOrganizationQuery<VersionCheck[]>(["version-checks"], whenShown);

export const useRehearsal = () => useOrganizationQuery<Rehearsal>(["rehearsal"], whenShown);

/** Saves a new question for `type`, or a change to the one with `id`. */
export const useSaveGoldenQuestion = saving<GoldenQuestionCreate & { id: string | null }>({
  send: ({ id, type, ...change }) =>
    id === null ? ["POST", noun, { ...change, type }] : ["PUT", `${noun}/${id}`, change],
  success: { title: "Golden question saved", description: "It is being asked now." },
  // The dialog shows the server's own sentence, if there is one.
  failure: (error) => (sentenceOf(error) ? null : "Failed to save the golden question"),
});

export const useDeleteGoldenQuestion = saving<string>({
  send: (id) => ["DELETE", `${noun}/${id}`],
  success: { title: "Golden question deleted" },
  failure: "Failed to delete the golden question",
});

export const useAskAgain = saving({
  send: () => ["POST", `${noun}/ask`],
  success: { title: "Asking again", description: "Results appear as they come in." },
  failure: "Failed to ask the golden questions",
  reads: [],
});

export const useAcceptVersion = saving<string>({
  send: (versionId) => ["POST", `version-checks/${versionId}/accept`],
  success: { title: "Version accepted", description: "It goes live in a moment." },
  failure: "Failed to accept the version",
});

export const useChangeRehearsal = saving<Rehearsal>({
  send: (rehearsal) => ["PUT", "rehearsal", rehearsal],
  failure: "Failed to change the dress rehearsal",
});
