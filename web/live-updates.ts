import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ServerEvent } from "../contract/events.ts";
import { maxCatchUpMs } from "../contract/limits.ts";
import { organizationKey } from "./organization-api.ts";
import { refetchSoon } from "./refetch-soon.ts";
import { createStore } from "./ui/external-store.ts";

type EventType = ServerEvent["type"];

/** Makes the query key of one of the organization's resources. */
type KeyOf = (resource: string, ...parts: unknown[]) => QueryKey;

/** The query keys to refetch after each event of an organization. */
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
    ["curated-answers", "unanswered-questions", "business-config"].map((each) => keyOf(each)),
  "golden.updated": (keyOf) => [keyOf("golden-questions"), keyOf("version-checks")],
  // The membership or role that changed may be the signed-in person's own.
  "member.updated": (keyOf) => [keyOf("members"), keyOf("invitations"), ["/api/auth/user"]],
  "organization.updated": () => [["/api/auth/user"]],
  "budget.updated": (keyOf) => [keyOf("model-usage")],
  "embeddings.updated": (keyOf) => [keyOf("embeddings")],
  "answer.stopped": () => [],
  resync: () => [[]],
};

const connectionLost = createStore(false);
/** Whether the page has received no updates for some seconds, because the server cannot be reached. */
export const useConnectionLost = connectionLost.use;

/** Longer than it takes to connect again after the server has restarted. */
const lossShownAfterMs = 3_000;
let lossTimer: ReturnType<typeof setTimeout> | undefined;

function reportConnection(isConnected: boolean): void {
  if (!isConnected) {
    lossTimer ??= setTimeout(() => connectionLost.set(true), lossShownAfterMs);
    return;
  }
  clearTimeout(lossTimer);
  lossTimer = undefined;
  connectionLost.set(false);
}

const firstReconnectMs = 2_000;
const lastReconnectMs = 60_000;

/** When the page last received updates (`performance.now()`), for each organization the person switched away from. */
const upToDateUntil = new Map<string, number>();

/** Listens to events until the returned function is called. `loadedAt`: when fetching began, by `performance.now()`. */
function follow(organizationId: string, loadedAt: number, queryClient: QueryClient): () => void {
  const staleSince = upToDateUntil.get(organizationId) ?? loadedAt;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reconnectMs = firstReconnectMs;
  let opened = 0;
  const connect = () => {
    const sinceMs = Math.ceil(performance.now() - staleSince);
    // The server can list missed events only so far back. After a longer gap everything is refetched.
    const isCaughtUp = opened === 0 && sinceMs <= maxCatchUpMs;
    source = open(organizationId, isCaughtUp ? `?since=${sinceMs}` : "", queryClient);
    source.addEventListener("open", () => {
      reconnectMs = firstReconnectMs;
      reportConnection(true);
      // Events were missed while disconnected, so refetch everything. Only the first connection can use `since`.
      if (opened > 0 || !isCaughtUp) void refetchSoon(queryClient, []);
      opened += 1;
    });
    // Browsers reconnect after a lost connection, but not after an error reply such as a proxy's 502.
    source.addEventListener("error", () => {
      reportConnection(false);
      if (source.readyState !== EventSource.CLOSED) return;
      // The person may have been signed out, which this request detects.
      void queryClient.invalidateQueries({ queryKey: ["/api/auth/user"] });
      timer = setTimeout(connect, reconnectMs);
      reconnectMs = Math.min(reconnectMs * 2, lastReconnectMs);
    });
  };
  const disconnect = () => {
    clearTimeout(timer);
    source.close();
  };
  const reconnect = () => {
    disconnect();
    connect();
  };
  const lose = () => reportConnection(false);
  connect();
  window.addEventListener("offline", lose);
  window.addEventListener("online", reconnect);
  return () => {
    window.removeEventListener("offline", lose);
    window.removeEventListener("online", reconnect);
    reportConnection(true);
    const isUpToDate = source.readyState === EventSource.OPEN;
    upToDateUntil.set(organizationId, isUpToDate ? performance.now() : staleSince);
    disconnect();
  };
}

function open(organizationId: string, query: string, queryClient: QueryClient): EventSource {
  const source = new EventSource(`/api/organizations/${organizationId}/events${query}`);
  const keyOf: KeyOf = (resource, ...parts) => organizationKey(organizationId, resource, ...parts);
  for (const [type, keysOf] of Object.entries(staleKeys)) {
    source.addEventListener(type, (message: MessageEvent<string>) => {
      const keys = keysOf(keyOf, JSON.parse(message.data) as never);
      for (const queryKey of keys) void refetchSoon(queryClient, queryKey);
    });
  }
  return source;
}

/**
 * Refetches data when it changes on the server. Render it with the organization as its key, and before the components
 * that fetch data, so that the time it records is before their requests.
 */
export function LiveUpdates({ organizationId }: { organizationId: string }): null {
  const queryClient = useQueryClient();
  const [loadedAt] = useState(() => performance.now());
  useEffect(() => follow(organizationId, loadedAt, queryClient), [organizationId, loadedAt, queryClient]);
  return null;
}
