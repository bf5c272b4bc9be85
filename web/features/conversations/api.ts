import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import type { ChatExchange, ChatMessage, ChatSession } from "../../../contract/conversations.ts";
import { announceFailure } from "../../failure-toast.ts";
import { request } from "../../request.ts";

export function useCreateSession(organizationId: string) {
  return useMutation({
    mutationFn: (type: Audience) =>
      request<ChatSession>("POST", `/api/organizations/${organizationId}/chat/sessions`, {
        type,
        title: `${type} Chat`,
      }),
    onError: (error) => announceFailure(error, "Failed to create chat session"),
  });
}

function messagesKey(sessionId: string | undefined): QueryKey {
  return ["/api/chat/sessions", sessionId, "messages"];
}

/** Messages of the session, oldest first; nothing is read before it exists. */
export function useMessages(sessionId: string | undefined) {
  return useQuery<ChatMessage[]>({ queryKey: messagesKey(sessionId), enabled: sessionId !== undefined });
}

export function useSendMessage(sessionId: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (content: string) =>
      request<ChatExchange>("POST", `/api/chat/sessions/${sessionId}/messages`, { role: "user", content }),
    onSuccess: ({ userMessage, assistantMessage }) => {
      const queryKey = messagesKey(sessionId);
      // The answer is shown at once; the list is then read again, as it is after every message.
      queryClient.setQueryData(queryKey, (known: ChatMessage[] = []) => [
        ...known.filter(({ id }) => id !== userMessage.id && id !== assistantMessage.id),
        userMessage,
        assistantMessage,
      ]);
      void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => announceFailure(error, "Failed to send message"),
  });
}
