import { useEffect, useEffectEvent, useRef } from "react";
import type { Audience } from "../../../contract/common.ts";
import type { ChatMessage } from "../../../contract/conversations.ts";
import { isScreenRestored } from "../../arrival.ts";
import { readStored, store } from "../../browser-storage.ts";
import { useOrganizationId } from "../../current-organization.tsx";
import { useConnectionLost } from "../../live-updates.ts";
import { hasStatus } from "../../request.ts";
import { useCreateSession, useMessages, useSendMessage } from "./api.ts";

const storageKey = (chatKey: string): string => `sizana.chat ${window.location.pathname} ${chatKey}`;

/**
 * The session that was shown here before a reload, or before another screen was visited, if the chat is reached by a
 * reload or by going back. Otherwise opening it starts a new session.
 */
export function resumedSession(chatKey: string): string | null {
  return isScreenRestored() ? readStored(storageKey(chatKey), "sessionStorage") : null;
}

/** A session with its messages: the one with the id `resumedId` or, if that is null, a new one. */
export function useChat(type: Audience, resumedId: string | null) {
  const { sessionId, create } = useSession(type, resumedId);
  const messages = useMessages(sessionId);
  const { send, draft } = useSendMessage(sessionId);
  const saved = messages.data ?? [];
  return {
    sessionId,
    /** The query of the messages, and the messages, which are empty until they are loaded. */
    messages,
    saved,
    send,
    /** Whether an answer is being written, and its text so far. */
    isWriting: draft !== null,
    draft: draft !== null && !hasAnswer(saved, draft.questionId) ? draft.text : "",
    /** Whether the question that is being sent is among the saved messages, which may be known before its id. */
    isSaved: hasQuestion(saved, send.context?.lastBefore, send.variables?.content),
    isEmpty: saved.length === 0 && !send.isPending,
    isGone: resumedId !== null && hasStatus(messages.error, 404),
    failedToStart: create.isError,
    start: () => create.mutate(type),
  };
}

export type Chat = ReturnType<typeof useChat>;

/** The session to resume, or a new one, which is created only once. */
function useSession(type: Audience, resumedId: string | null) {
  const chatKey = `${useOrganizationId()} ${type}`;
  const create = useCreateSession();
  const { mutate } = create;
  const started = useRef(false);
  const sessionId = resumedId ?? create.data?.id;
  useEffect(() => {
    if (started.current || resumedId !== null) return;
    started.current = true;
    mutate(type);
  }, [mutate, type, resumedId]);
  const isLost = useConnectionLost();
  const startAgain = useEffectEvent(() => create.isError && mutate(type));
  useEffect(() => void (isLost || startAgain()), [isLost]);
  useEffect(() => {
    if (sessionId !== undefined) store(storageKey(chatKey), sessionId, "sessionStorage");
  }, [chatKey, sessionId]);
  return { sessionId, create };
}

/** Whether the messages after the one with the id `lastBefore` contain the question. */
function hasQuestion(messages: ChatMessage[], lastBefore: string | undefined, question: string | undefined) {
  const added = messages.slice(messages.findIndex(({ id }) => id === lastBefore) + 1);
  return added.some(({ role, content }) => role === "user" && content === question);
}

/** Whether the messages contain the answer to the question, which directly follows it. */
function hasAnswer(messages: ChatMessage[], questionId: string): boolean {
  const at = messages.findIndex(({ id }) => id === questionId);
  return at !== -1 && messages[at + 1]?.role === "assistant";
}
