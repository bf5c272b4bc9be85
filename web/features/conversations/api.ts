import { useState } from "react";
import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import type {
  AskAssistant,
  AssistantResumed,
  ChatMessage,
  ChatSession,
  ChatSessionSummary,
  SuggestedQuestions,
} from "../../../contract/conversations.ts";
import { announceFailure } from "../../failure-toast.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request } from "../../request.ts";
import { usePages } from "../../use-pages.ts";
import { useSaving } from "../../use-saving.ts";
import { askAndFollow } from "./stream-answer.ts";

export function useCreateSession(organizationId: string) {
  return useSaving({
    send: (type: Audience) =>
      request<ChatSession>("POST", organizationPath(organizationId, "chat/sessions"), {
        type,
        title: `${type} Chat`,
      }),
    failure: "Failed to create chat session",
  });
}

/** The person's own sessions in which something was said. Read anew whenever the list is opened. */
export function useSessions(organizationId: string, type: Audience) {
  const key = organizationKey(organizationId, "chat/sessions", type);
  return usePages<ChatSessionSummary>(key, organizationPath(organizationId, "chat/sessions"), {
    filter: { type, limit: "50" },
    refetchOnMount: "always",
  });
}

/** What an empty chat offers to ask. Read anew with every new chat: documents may have come or gone. */
export function useSuggestions(organizationId: string, type: Audience) {
  return useQuery<SuggestedQuestions>({
    queryKey: organizationKey(organizationId, `chat/suggestions?type=${type}`),
    refetchOnMount: "always",
  });
}

function messagesKey(sessionId: string | undefined): QueryKey {
  return ["/api/chat/sessions", sessionId, "messages"];
}

/** Messages of the session, oldest first; nothing is read before it exists. */
export function useMessages(sessionId: string | undefined) {
  return useQuery<ChatMessage[]>({ queryKey: messagesKey(sessionId), enabled: sessionId !== undefined });
}

/** An answer that is still being written; at first without a word. */
export interface AnswerDraft {
  questionId: string;
  text: string;
}

export function useSendMessage(sessionId: string | undefined) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<AnswerDraft | null>(null);
  const queryKey = messagesKey(sessionId);
  const show = (...messages: ChatMessage[]) =>
    queryClient.setQueryData(queryKey, (known: ChatMessage[] = []) => [
      ...known.filter(({ id }) => messages.every((message) => message.id !== id)),
      ...messages,
    ]);
  const send = useMutation({
    mutationFn: (content: string) => {
      let questionId = "";
      return askAndFollow(sessionId, content, {
        onSaved: ({ id }) => {
          questionId = id;
          setDraft({ questionId, text: "" });
        },
        onDraft: (text) => setDraft({ questionId, text }),
      });
    },
    onSuccess: ({ userMessage, assistantMessage }) => {
      // The answer is shown at once; the list is then read again, as it is after every message.
      show(userMessage, assistantMessage);
      void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => announceFailure(error, "Failed to send message"),
    onSettled: () => setDraft(null),
  });
  return { send, draft: send.isPending ? draft : null };
}

/** After a hand-off: the assistant answers again. */
export function useAskAssistant(sessionId: string) {
  return useSaving({
    send: (body: AskAssistant) =>
      request<AssistantResumed>("POST", `/api/chat/sessions/${sessionId}/ask-assistant`, body),
    failure: "Failed to return the conversation to the assistant",
    reads: [messagesKey(sessionId)],
  });
}

/** Has an answer end with what is written of it; it then comes as any answer does. */
export function useStopAnswer(sessionId: string | undefined) {
  return useSaving({
    send: () => request<void>("POST", `/api/chat/sessions/${sessionId}/stop`),
    failure: "Failed to stop the answer",
  });
}
