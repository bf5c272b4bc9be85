import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import type {
  AskAssistant,
  ChatMessage,
  ChatSession,
  ChatSessionSummary,
  SuggestedQuestions,
} from "../../../contract/conversations.ts";
import type { KeyedText } from "../../ui/message-field.tsx";
import { showErrorToast } from "../../ui/toast-store.ts";
import {
  apiMutation,
  useApiMutation,
  useOrganizationQuery,
  usePages,
  refetchOnShow,
} from "../../organization-api.ts";
import { askAndFollow } from "./stream-answer.ts";

export const useCreateSession = apiMutation<Audience, ChatSession>({
  send: (type) => ["POST", "chat/sessions", { type, title: `${type} Chat` }],
  failure: "Failed to create chat session",
});

/** The person's own sessions that have messages. */
export const useSessions = (type: Audience) =>
  usePages<ChatSessionSummary>(["chat/sessions"], { filter: { type, limit: "50" }, ...refetchOnShow });

export const useDeleteSession = apiMutation<string>({
  send: (sessionId) => ["DELETE", `/api/chat/sessions/${sessionId}`],
  failure: "Failed to delete the conversation",
  refetches: ["chat/sessions"],
});

const pollIntervalMs = 2_000;

/** Suggested questions, refetched with every new chat and polled while the first documents are being read. */
export const useSuggestions = (type: Audience) =>
  useOrganizationQuery<SuggestedQuestions>(["chat/suggestions", { type }], {
    ...refetchOnShow,
    refetchInterval: ({ state }) => (state.data?.documents === "being_read" ? pollIntervalMs : false),
  });

const messagesKey = (sessionId: string | undefined) => ["/api/chat/sessions", sessionId, "messages"];

/** The messages of a session, oldest first. Disabled until there is a session. */
export const useMessages = (sessionId: string | undefined) =>
  useQuery<ChatMessage[]>({ queryKey: messagesKey(sessionId), enabled: sessionId !== undefined });

export function useSendMessage(sessionId: string | undefined) {
  const queryClient = useQueryClient();
  /** An answer that is still being written; its text is empty at first. */
  const [draft, setDraft] = useState<{ questionId: string; text: string } | null>(null);
  const queryKey = messagesKey(sessionId);
  const send = useMutation({
    onMutate: () => {
      setDraft(null);
      return { lastBefore: queryClient.getQueryData<ChatMessage[]>(queryKey)?.at(-1)?.id };
    },
    mutationFn: (question: KeyedText) =>
      askAndFollow(sessionId, question, {
        onSaved: ({ id }) => setDraft({ questionId: id, text: "" }),
        onDraft: (text) => setDraft((current) => current && { ...current, text }),
      }),
    onSuccess: ({ userMessage, assistantMessage }) => {
      // Shows the answer at once, then refetches the list.
      queryClient.setQueryData(queryKey, (known: ChatMessage[] = []) => [
        ...known.filter(({ id }) => id !== userMessage.id && id !== assistantMessage.id),
        userMessage,
        assistantMessage,
      ]);
      void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => showErrorToast(error, "Failed to send message"),
  });
  return { send, draft: send.isPending ? draft : null };
}

export const useAskAssistant = (sessionId: string) =>
  useApiMutation<AskAssistant>({
    send: (body) => ["POST", `/api/chat/sessions/${sessionId}/ask-assistant`, body],
    failure: "Failed to return the conversation to the assistant",
    refetches: [messagesKey(sessionId)],
  });

/** Stops the answer that is being written. The part written so far then arrives like any answer. */
export const useStopAnswer = apiMutation<string | undefined>({
  send: (sessionId) => ["POST", `/api/chat/sessions/${sessionId}/stop`],
  failure: "Failed to stop the answer",
});
