import type {
  Conversation,
  ConversationMessage,
  ConversationSummary,
  TakeOver,
} from "../../../contract/inbox.ts";
import { request, serverMessage } from "../../request.ts";
import { useApiMutation, useOrganizationQuery, usePages } from "../../organization-api.ts";

export const noFilter = { show: "all", channel: "", search: "" };
export type InboxFilter = typeof noFilter;

const resource = "conversations";

/** Conversations, newest message first. */
export const useConversations = (filter: InboxFilter) =>
  usePages<Conversation>([resource, "list"], { filter });

export const customerOf = ({ customerName, customerPhone, title }: Conversation): string =>
  customerName ?? customerPhone ?? title;

export const useInboxSummary = (enabled = true) =>
  useOrganizationQuery<ConversationSummary>([resource, "summary"], { enabled });

export const useConversation = (id: string) =>
  useOrganizationQuery<Conversation>([resource, id], {
    queryFn: () => request("GET", `/api/conversations/${id}`),
  });

/** The messages: pages are newest first, messages within a page oldest first. */
export const useConversationMessages = (id: string) =>
  usePages<ConversationMessage>([resource, id, "messages"], { path: `/api/conversations/${id}/messages` });

/** Takes a conversation over from the assistant, or from the colleague with the id `from`. */
export const useTakeOver = conversationAction<TakeOver>("take-over", "take over the conversation");
export const useRelease = conversationAction("release", "return the conversation to the assistant");
export const useReply = conversationAction<{ content: string }>("messages", "send message");

/** Creates a hook that changes a conversation and refetches it even if that fails: a colleague may have been faster. */
function conversationAction<Body extends object>(action: string, what: string) {
  return (id: string) =>
    useApiMutation<Body & { key?: string }>({
      send: ({ key, ...body }) => ["POST", `/api/conversations/${id}/${action}`, body, key],
      failure: (error) => serverMessage(error, 409) ?? `Failed to ${what}`,
      refetches: [resource],
      refetchesAfterFailure: true,
    });
}
