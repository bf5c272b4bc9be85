import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ServerEvent } from "../contract/events.ts";
import { readAgain } from "./read-again.ts";

type EventType = ServerEvent["type"];

/** Which query keys to read again after a change in an organization. */
function staleKeys(organizationId: string, event: ServerEvent): QueryKey[] {
  const organization = ["/api/organizations", organizationId];
  switch (event.type) {
    case "document.updated":
      return [
        [...organization, "documents"],
        [...organization, "analytics"],
        ["/api/documents", event.id],
      ];
    case "message.created":
      return [
        ["/api/chat/sessions", event.sessionId, "messages"],
        [...organization, "conversations", "list"],
        [...organization, "conversations", event.sessionId],
        [...organization, "analytics"],
      ];
    case "ticket.updated":
      return [[...organization, "tickets"]];
    case "ticket.drafted":
      return [[...organization, "tickets", event.id]];
    case "feedback.created":
      return [[...organization, "feedback"]];
    case "conversation.updated":
      return [
        [...organization, "conversations", "list"],
        [...organization, "conversations", "summary"],
        [...organization, "conversations", event.id],
      ];
    case "whatsapp.updated":
      return [[...organization, "whatsapp"]];
    case "guidance.updated":
      return [
        [...organization, "curated-answers"],
        [...organization, "unanswered-questions"],
        [...organization, "business-config"],
      ];
    case "golden.updated":
      return [
        [...organization, "golden-questions"],
        [...organization, "version-checks"],
      ];
    case "member.updated":
      // It may be this person, whose membership or role has changed.
      return [[...organization, "members"], [...organization, "invitations"], ["/api/auth/user"]];
    case "organization.updated":
      return [["/api/auth/user"]];
    case "budget.updated":
      return [[...organization, "model-usage"]];
    case "embeddings.updated":
      return [[...organization, "embeddings"]];
    case "answer.stopped":
      return [];
    case "resync":
      return [[]];
  }
}

const eventTypes: Record<EventType, true> = {
  "document.updated": true,
  "message.created": true,
  "ticket.updated": true,
  "ticket.drafted": true,
  "feedback.created": true,
  "conversation.updated": true,
  "whatsapp.updated": true,
  "guidance.updated": true,
  "golden.updated": true,
  "member.updated": true,
  "organization.updated": true,
  "budget.updated": true,
  "answer.stopped": true,
  "embeddings.updated": true,
  resync: true,
};

const firstReconnectMs = 2_000;
const lastReconnectMs = 60_000;

/** Until when (by `performance.now()`) the page got the updates of each organization that the person switched away from. */
const inStepUntil = new Map<string, number>();
/** For this long the server can list the changes that a page missed. After a longer time everything is read again. */
const maxCatchUpMs = 60_000;

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
  for (const type of Object.keys(eventTypes)) {
    source.addEventListener(type, (message: MessageEvent<string>) => {
      const keys = staleKeys(organizationId, JSON.parse(message.data) as ServerEvent);
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
