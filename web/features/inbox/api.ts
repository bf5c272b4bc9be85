import {
  keepPreviousData,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type {
  Conversation,
  ConversationChannel,
  ConversationFilter,
  ConversationMessage,
  ConversationSummary,
} from "../../../contract/inbox.ts";
import { announceFailure } from "../../failure-toast.ts";
import { readAgain } from "../../read-again.ts";
import { request, requestAll, RequestError } from "../../request.ts";
import { usePages } from "../../use-pages.ts";

export interface InboxFilter {
  show: ConversationFilter;
  /** Empty: whichever. */
  channel: ConversationChannel | "";
  search: string;
}

function inboxPath(organizationId: string): string {
  return `/api/organizations/${organizationId}/conversations`;
}

function inboxKey(organizationId: string): QueryKey {
  return ["/api/organizations", organizationId, "conversations"];
}

function conversationKey(organizationId: string, id: string): QueryKey {
  return [...inboxKey(organizationId), id];
}

/** Conversations, newest message first. The rows of the filter before stay while the next one is under way. */
export function useConversations(organizationId: string, filter: InboxFilter) {
  return usePages<Conversation>([...inboxKey(organizationId), "list", filter], inboxPath(organizationId), {
    filter,
    placeholderData: keepPreviousData,
  });
}

/** Every conversation that the filter lets through. */
export function readAllConversations(organizationId: string, filter: InboxFilter): Promise<Conversation[]> {
  return requestAll<Conversation>(inboxPath(organizationId), { ...filter, limit: "100" });
}

/** What asks for staff's attention right now. */
export function useInboxSummary(organizationId: string) {
  return useQuery<ConversationSummary>({ queryKey: [...inboxKey(organizationId), "summary"] });
}

export function useConversation(organizationId: string, id: string) {
  return useQuery({
    queryKey: conversationKey(organizationId, id),
    queryFn: () => request<Conversation>("GET", `/api/conversations/${id}`),
  });
}

/** Messages, the newest page first; each page oldest first. */
export function useConversationMessages(organizationId: string, id: string) {
  const queryKey = [...conversationKey(organizationId, id), "messages"];
  return usePages<ConversationMessage>(queryKey, `/api/conversations/${id}/messages`);
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
    onSuccess: (conversation) => queryClient.setQueryData(conversationKey(organizationId, id), conversation),
    onError: (error) => announceFailure(error, sentenceOf(error) ?? failure),
    onSettled: () => readAgain(queryClient, inboxKey(organizationId)),
  });
}

export function useReply(organizationId: string, id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (content: string) =>
      request<ConversationMessage>("POST", `/api/conversations/${id}/messages`, { content }),
    onError: (error) => announceFailure(error, sentenceOf(error) ?? "Failed to send message"),
    onSettled: () => readAgain(queryClient, inboxKey(organizationId)),
  });
}

const sentenceOf = (error: Error): string | null =>
  error instanceof RequestError && error.status === 409 ? error.sentence : null;
