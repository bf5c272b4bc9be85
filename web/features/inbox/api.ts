import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  Conversation,
  ConversationChannel,
  ConversationFilter,
  ConversationMessage,
  ConversationSummary,
} from "../../../contract/inbox.ts";
import { useOrganizationId } from "../../current-organization.tsx";
import { announceFailure } from "../../failure-toast.ts";
import { organizationKey } from "../../organization-path.ts";
import { readAgain } from "../../read-again.ts";
import { request, sentenceOf } from "../../request.ts";
import { useOrganizationQuery, usePages } from "../../organization-queries.ts";
import { useSaving } from "../../use-saving.ts";

export interface InboxFilter {
  show: ConversationFilter;
  /** An empty text does not filter. */
  channel: ConversationChannel | "";
  search: string;
}

const noun = "conversations";

/** Conversations, newest message first. The previous rows stay until those of a new filter are there. */
export function useConversations(filter: InboxFilter) {
  return usePages<Conversation>([noun, "list"], { filter, placeholderData: keepPreviousData });
}

/** How many conversations wait, are taken over, or are the person's own. */
export const useInboxSummary = () => useOrganizationQuery<ConversationSummary>([noun, "summary"]);

export function useConversation(id: string) {
  return useOrganizationQuery<Conversation>([noun, id], {
    queryFn: () => request("GET", `/api/conversations/${id}`),
  });
}

/** The messages, the newest page first; within a page the oldest message first. */
export function useConversationMessages(id: string) {
  return usePages<ConversationMessage>([noun, id, "messages"], { path: `/api/conversations/${id}/messages` });
}

/** Takes a conversation over from the assistant, or from the colleague with the id `from`. */
export function useTakeOver(id: string) {
  return useChange(id, "Failed to take over the conversation", (from: string | undefined) =>
    request<Conversation>("POST", `/api/conversations/${id}/take-over`, from === undefined ? {} : { from }),
  );
}

export function useGiveBack(id: string) {
  return useChange<undefined>(id, "Failed to return the conversation to the assistant", () =>
    request<Conversation>("POST", `/api/conversations/${id}/give-back`),
  );
}

/** Changes who handles a conversation. It is read again after a failure too: a colleague may have been faster. */
function useChange<Input>(id: string, failure: string, run: (input: Input) => Promise<Conversation>) {
  const queryClient = useQueryClient();
  const organizationId = useOrganizationId();
  return useMutation({
    mutationFn: run,
    onSuccess: (conversation) =>
      queryClient.setQueryData(organizationKey(organizationId, noun, id), conversation),
    onError: (error) => announceFailure(error, sentenceOf(error, 409) ?? failure),
    onSettled: () => readAgain(queryClient, organizationKey(organizationId, noun)),
  });
}

export function useReply(id: string) {
  return useSaving({
    send: (content: string) =>
      request<ConversationMessage>("POST", `/api/conversations/${id}/messages`, { content }),
    failure: (error) => sentenceOf(error, 409) ?? "Failed to send message",
    reads: [noun],
    readsAfterFailure: true,
  });
}
