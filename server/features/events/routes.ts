import { EventStreamQuery } from "../../../contract/events.ts";
import { member, sessionOf, tenantOf, type Tenant } from "../../auth/access.ts";
import { may } from "../../../contract/permissions.ts";
import { findSession } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import { describeError, tooManyRequests } from "../../errors.ts";
import { eventHeaders, eventText, openEventStream } from "../../sse.ts";
import type { Routes } from "../../routes.ts";

/** Less than the minute after which proxies cut a silent connection. */
const heartbeatMs = 20_000;
/** How much later than its data a page may open its event stream. */
const streamDelayMs = 2_000;
/** Open event streams per user, in this process. */
const maxStreamsPerUser = 20;

export function eventRoutes(routes: Routes, context: Context): void {
  /** By user, a function for each of their streams that ends it. */
  const openStreams = new Map<string, Set<() => void>>();
  // Streams last for hours. When this process ends them, browsers connect to another one by themselves.
  routes.app.addHook("preClose", async () => {
    for (const ends of openStreams.values()) for (const end of ends) end();
  });

  routes.get("/api/organizations/:organizationId/events", {
    access: member("follow events"),
    summary: "Follow the events of an organization",
    description:
      "Server-sent events such as `document.updated` and `message.created`. They contain ids only. `resync` means that everything must be reloaded.",
    querystring: EventStreamQuery,
    handler: async (request, reply) => {
      const session = sessionOf(request);
      const tenant = tenantOf(request);
      const userId = session.user.id;
      const ends = openStreams.get(userId) ?? new Set();
      if (ends.size >= maxStreamsPerUser) throw tooManyRequests(60);
      openStreams.set(userId, ends);

      const eventStream = openEventStream(() => {
        ends.delete(end);
        clearInterval(heartbeat);
        unsubscribe();
        if (ends.size === 0) openStreams.delete(userId);
      });
      const unsubscribe = context.events.subscribe(tenant.organizationId, (event) => {
        eventStream.write(eventText(event.type, event));
        if (event.type === "member.updated" && event.id === userId) check();
      });
      const heartbeat = setInterval(() => check(() => eventStream.write(": still here\n\n")), heartbeatMs);
      const end = (): void => {
        unsubscribe();
        clearInterval(heartbeat);
        eventStream.end();
      };
      ends.add(end);
      const check = (onAllowed: () => void = () => undefined): void => {
        mayStillFollow(context, session.tokenHash, tenant).then(
          (isAllowed) => (isAllowed ? onAllowed() : end()),
          (error: unknown) => {
            // The permission cannot be checked, so the stream ends; the browser connects again.
            request.log.warn({ err: describeError(error) }, "an event stream was cut");
            end();
          },
        );
      };
      eventStream.write("retry: 2000\n\n");
      const { since } = request.query;
      if (since !== undefined)
        for (const event of context.events.recent(tenant.organizationId, since + streamDelayMs))
          eventStream.write(eventText(event.type, event));
      return reply.headers(eventHeaders).send(eventStream.stream);
    },
  });
}

/** Whether the session is still valid and its user still a member whose role allows it. */
async function mayStillFollow(context: Context, tokenHash: Buffer, { organizationId }: Tenant) {
  const session = await findSession(context.db, tokenHash);
  const membership = session?.user.organizations.find(({ id }) => id === organizationId);
  return membership !== undefined && !membership.needsSecondFactor && may(membership.role, "follow events");
}
