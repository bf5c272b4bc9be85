import { keepPreviousData } from "@tanstack/react-query";
import type {
  Conversation,
  ConversationMessage,
  ConversationSummary,
  TakeOver,
} from "../../../contract/inbox.ts";
import { request, sentenceOf } from "../../request.ts";
import { useOrganizationQuery, usePages } from "../../organization-queries.ts";
import { useSaving } from "../../use-saving.ts";

/** An empty text does not filter. */
export const noFilter = { show: "all", channel: "", search: "" };
export type InboxFilter = typeof noFilter;

const noun = "conversations";

/** Conversations, newest message first. The previous rows stay until those of a new filter are there. */
export const useConversations = (filter: InboxFilter) =>
  usePages<Conversation>([noun, "list"], { filter, placeholderData: keepPreviousData });

/** The customer's name or number, or else the title of the conversation. */
export const customerOf = ({ customerName, customerPhone, title }: Conversation): string =>
  customerName ?? customerPhone ?? title;

/** How many conversations wait, are taken over, or are the person's own. */
export const useInboxSummary = (enabled = true) =>
  useOrganizationQuery<ConversationSummary>([noun, "summary"], { enabled });

export const useConversation = (id: string) =>
  useOrganizationQuery<Conversation>([noun, id], {
    queryFn: () => request("GET", `/api/conversations/${id}`),
  });

/** The messages, the newest page first; within a page the oldest message first. */
export const useConversationMessages = (id: string) =>
  usePages<ConversationMessage>([noun, id, "messages"], { path: `/api/conversations/${id}/messages` });

/** Takes a conversation over from the assistant, or from the colleague with the id `from`. */
export const useTakeOver = conversationAction<TakeOver>("take-over", "Failed to take over the conversation");

export const useGiveBack = conversationAction<object>(
  "give-back",
  "Failed to return the conversation to the assistant",
);

export const useReply = conversationAction<{ content: string }>("messages", "Failed to send message");

/** Changes a conversation. It is read again after a failure too: a colleague may have been faster. */
function conversationAction<Body extends object>(action: string, failure: string) {
  return (id: string) =>
    useSaving<Body & { key?: string }>({
      send: ({ key, ...body }) => ["POST", `/api/conversations/${id}/${action}`, body, key],
      failure: (error) => sentenceOf(error, 409) ?? failure,
      reads: [noun],
      readsAfterFailure: true,
    });
}
