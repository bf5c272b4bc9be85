import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  Conversation,
  ConversationChannel,
  ConversationFilter,
  ConversationMessage,
  ConversationSummary,
} from "../../../contract/inbox.ts";
import { announceFailure } from "../../failure-toast.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { readAgain } from "../../read-again.ts";
import { request, requestAll, sentenceOf } from "../../request.ts";
import { usePages } from "../../use-pages.ts";
import { useSaving } from "../../use-saving.ts";

export interface InboxFilter {
  show: ConversationFilter;
  /** An empty text does not filter. */
  channel: ConversationChannel | "";
  search: string;
}

const noun = "conversations";

/** Conversations, newest message first. The previous rows stay until those of a new filter are there. */
export function useConversations(organizationId: string, filter: InboxFilter) {
  const key = organizationKey(organizationId, noun, "list", filter);
  return usePages<Conversation>(key, organizationPath(organizationId, noun), {
    filter,
    placeholderData: keepPreviousData,
  });
}

/** All conversations that match the filter. */
export function readAllConversations(organizationId: string, filter: InboxFilter): Promise<Conversation[]> {
  return requestAll<Conversation>(organizationPath(organizationId, noun), { ...filter, limit: "100" });
}

/** How many conversations wait, are taken over, or are the person's own. */
export function useInboxSummary(organizationId: string) {
  return useQuery<ConversationSummary>({ queryKey: organizationKey(organizationId, noun, "summary") });
}

export function useConversation(organizationId: string, id: string) {
  return useQuery({
    queryKey: organizationKey(organizationId, noun, id),
    queryFn: () => request<Conversation>("GET", `/api/conversations/${id}`),
  });
}

/** The messages, the newest page first; within a page the oldest message first. */
export function useConversationMessages(organizationId: string, id: string) {
  const key = organizationKey(organizationId, noun, id, "messages");
  return usePages<ConversationMessage>(key, `/api/conversations/${id}/messages`);
}

/** Takes a conversation over from the assistant, or from the colleague with the id `from`. */
export function useTakeOver(organizationId: string, id: string) {
  return useChange(organizationId, id, "Failed to take over the conversation", (from: string | undefined) =>
    request<Conversation>("POST", `/api/conversations/${id}/take-over`, from === undefined ? {} : { from }),
  );
}

export function useGiveBack(organizationId: string, id: string) {
  return useChange<undefined>(organizationId, id, "Failed to return the conversation to the assistant", () =>
    request<Conversation>("POST", `/api/conversations/${id}/give-back`),
  );
}

/** Changes who handles a conversation. It is read again after a failure too: a colleague may have been faster. */
function useChange<Input>(
  organizationId: string,
  id: string,
  failure: string,
  run: (input: Input) => Promise<Conversation>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (conversation) =>
      queryClient.setQueryData(organizationKey(organizationId, noun, id), conversation),
    onError: (error) => announceFailure(error, sentenceOf(error, 409) ?? failure),
    onSettled: () => readAgain(queryClient, organizationKey(organizationId, noun)),
  });
}

export function useReply(organizationId: string, id: string) {
  return useSaving({
    send: (content: string) =>
      request<ConversationMessage>("POST", `/api/conversations/${id}/messages`, { content }),
    failure: (error) => sentenceOf(error, 409) ?? "Failed to send message",
    reads: [organizationKey(organizationId, noun)],
    readsAfterFailure: true,
  });
}
