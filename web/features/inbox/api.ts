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
  /** Empty: whichever. */
  channel: ConversationChannel | "";
  search: string;
}

const noun = "conversations";

/** Conversations, newest message first. The rows of the filter before stay while the next one is under way. */
export function useConversations(organizationId: string, filter: InboxFilter) {
  const key = organizationKey(organizationId, noun, "list", filter);
  return usePages<Conversation>(key, organizationPath(organizationId, noun), {
    filter,
    placeholderData: keepPreviousData,
  });
}

/** Every conversation that the filter lets through. */
export function readAllConversations(organizationId: string, filter: InboxFilter): Promise<Conversation[]> {
  return requestAll<Conversation>(organizationPath(organizationId, noun), { ...filter, limit: "100" });
}

/** What asks for staff's attention right now. */
export function useInboxSummary(organizationId: string) {
  return useQuery<ConversationSummary>({ queryKey: organizationKey(organizationId, noun, "summary") });
}

export function useConversation(organizationId: string, id: string) {
  return useQuery({
    queryKey: organizationKey(organizationId, noun, id),
    queryFn: () => request<Conversation>("GET", `/api/conversations/${id}`),
  });
}

/** Messages, the newest page first; each page oldest first. */
export function useConversationMessages(organizationId: string, id: string) {
  const key = organizationKey(organizationId, noun, id, "messages");
  return usePages<ConversationMessage>(key, `/api/conversations/${id}/messages`);
}

/** Takes the conversation from the assistant, or from the colleague who is named. */
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

/** A change of who has the conversation; when it fails, for somebody was faster, it is read again. */
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
