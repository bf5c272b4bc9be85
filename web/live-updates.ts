import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ServerEvent } from "../contract/events.ts";
import { maxCatchUpMs } from "../contract/limits.ts";
import { organizationKey } from "./organization-queries.ts";
import { readAgain } from "./read-again.ts";

type EventType = ServerEvent["type"];

/** Makes a query key of something that the organization has. */
type KeyOf = (noun: string, ...parts: unknown[]) => QueryKey;

/** Which query keys to read again after each kind of change in an organization. */
const staleKeys: {
  [Type in EventType]: (keyOf: KeyOf, event: Extract<ServerEvent, { type: Type }>) => QueryKey[];
} = {
  "document.updated": (keyOf, { id }) => [keyOf("documents"), keyOf("analytics"), ["/api/documents", id]],
  "message.created": (keyOf, { sessionId }) => [
    ["/api/chat/sessions", sessionId, "messages"],
    keyOf("conversations", "list"),
    keyOf("conversations", sessionId),
    keyOf("analytics"),
  ],
  "ticket.updated": (keyOf) => [keyOf("tickets")],
  "ticket.drafted": (keyOf, { id }) => [keyOf("tickets", id)],
  "feedback.created": (keyOf) => [keyOf("feedback")],
  "conversation.updated": (keyOf, { id }) =>
    ["list", "summary", id].map((part) => keyOf("conversations", part)),
  "whatsapp.updated": (keyOf) => [keyOf("whatsapp")],
  "guidance.updated": (keyOf) =>
    ["curated-answers", "unanswered-questions", "business-config"].map((noun) => keyOf(noun)),
  "golden.updated": (keyOf) => [keyOf("golden-questions"), keyOf("version-checks")],
  // It may be this person, whose membership or role has changed.
  "member.updated": (keyOf) => [keyOf("members"), keyOf("invitations"), ["/api/auth/user"]],
  "organization.updated": () => [["/api/auth/user"]],
  "budget.updated": (keyOf) => [keyOf("model-usage")],
  "embeddings.updated": (keyOf) => [keyOf("embeddings")],
  "answer.stopped": () => [],
  resync: () => [[]],
};

const firstReconnectMs = 2_000;
const lastReconnectMs = 60_000;

/** Until when (by `performance.now()`) the page got the updates of each organization that the person switched away from. */
const inStepUntil = new Map<string, number>();

/**
 * Follows the events of an organization until the returned function is called. `readSince` is when the page began
 * to read data of the organization, by `performance.now()`.
 */
function follow(organizationId: string, readSince: number, queryClient: QueryClient): () => void {
  const outOfStepSince = inStepUntil.get(organizationId) ?? readSince;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reconnectMs = firstReconnectMs;
  let lines = 0;
  const connect = () => {
    const sinceMs = Math.ceil(performance.now() - outOfStepSince);
    // The server lists what a page missed only so far back. After a longer time everything is read again.
    const isCaughtUp = lines === 0 && sinceMs <= maxCatchUpMs;
    source = open(organizationId, isCaughtUp ? `?since=${sinceMs}` : "", queryClient);
    source.addEventListener("open", () => {
      reconnectMs = firstReconnectMs;
      // Changes without a connection were missed, so all is read again. Only the first connection asks for them (`since`).
      if (lines > 0 || !isCaughtUp) void readAgain(queryClient, ["/api/organizations", organizationId]);
      lines += 1;
    });
    // Browsers reconnect after a lost connection, but not after an error reply such as a proxy's 502.
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return;
      // The person may be signed out; this request finds out.
      void queryClient.invalidateQueries({ queryKey: ["/api/auth/user"] });
      timer = setTimeout(connect, reconnectMs);
      reconnectMs = Math.min(reconnectMs * 2, lastReconnectMs);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    inStepUntil.set(
      organizationId,
      source.readyState === EventSource.OPEN ? performance.now() : outOfStepSince,
    );
    source.close();
  };
}

function open(organizationId: string, query: string, queryClient: QueryClient): EventSource {
  const source = new EventSource(`/api/organizations/${organizationId}/events${query}`);
  const keyOf: KeyOf = (noun, ...parts) => organizationKey(organizationId, noun, ...parts);
  for (const [type, keysOf] of Object.entries(staleKeys)) {
    source.addEventListener(type, (message: MessageEvent<string>) => {
      const keys = keysOf(keyOf, JSON.parse(message.data) as never);
      for (const queryKey of keys) void readAgain(queryClient, queryKey);
    });
  }
  return source;
}

/**
 * Updates the screen when something changes on the server. Render it with the organization as its key, and before the
 * components that read data, so that the time it notes is before theirs.
 */
export function LiveUpdates({ organizationId }: { organizationId: string }): null {
  const queryClient = useQueryClient();
  const [readSince] = useState(() => performance.now());
  useEffect(() => follow(organizationId, readSince, queryClient), [organizationId, readSince, queryClient]);
  return null;
}
