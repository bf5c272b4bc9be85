import { EventEmitter } from "node:events";
import { sql, type RawBuilder } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { z } from "zod";
import { ServerEvent } from "../contract/events.ts";
import type { Transaction } from "./database/database.ts";

const channel = "sizana_events";
const heartbeatMs = 10_000;
const reconnectDelaysMs = [100, 500, 1_000, 5_000];

/** Publishes changes to every process, so that open pages can reload what changed. */
export type Events = Awaited<ReturnType<typeof openEvents>>;

const Notification = z.object({ organizationId: z.uuid(), event: ServerEvent });

/** An expression that publishes events when a statement selects it, which saves a statement of its own. */
function publishing(organizationId: string, events: ServerEvent[]): RawBuilder<unknown> {
  const payloads = events.map((event) => JSON.stringify({ organizationId, event: ServerEvent.parse(event) }));
  return sql`(select count(pg_notify(${channel}, payload)) from unnest(${payloads}::text[]) payload)`;
}

/** Opens LISTEN/NOTIFY on a connection of its own. Resolves once it listens. */
export async function openEvents(url: string, log: Logger) {
  /** Each organization's id is the name of its events. */
  const emitter = new EventEmitter<Record<string, [ServerEvent]>>().setMaxListeners(0);
  const memory = createMemory();
  const connection = new ListeningConnection(url, log, {
    notified(text) {
      const parsed = Notification.safeParse(JSON.parse(text));
      if (!parsed.success) return;
      memory.add(parsed.data);
      emitter.emit(parsed.data.organizationId, parsed.data.event);
    },
    reconnected() {
      memory.forget();
      for (const organizationId of emitter.eventNames()) emitter.emit(organizationId, { type: "resync" });
    },
  });
  await connection.open();
  memory.forget();
  return {
    /** The events of one organization in the last `ms`, or `resync` when this process may have missed some. */
    recent: (organizationId: string, ms: number): ServerEvent[] => memory.recent(organizationId, ms),
    /** Publishes an event when `trx` commits; never when it rolls back. */
    async publish(trx: Transaction, organizationId: string, event: ServerEvent): Promise<void> {
      await sql`select ${publishing(organizationId, [event])}`.execute(trx);
    },
    publishing,
    /**
     * Calls `listener` for every event of one organization, from any process, until the returned
     * function is called. After a lost connection comes `resync`: events may have been missed.
     */
    subscribe(organizationId: string, listener: (event: ServerEvent) => void): () => void {
      emitter.on(organizationId, listener);
      return () => void emitter.off(organizationId, listener);
    },
    close: () => connection.close(),
  };
}

const rememberedMs = 90_000;
const maxRemembered = 10_000;
/** For more events a `resync` is cheaper. */
const maxRecent = 200;

/** The events of the last 90 seconds, for pages that began to load before their stream was open. */
function createMemory() {
  let recent: { at: number; organizationId: string; event: ServerEvent }[] = [];
  /** No event since this time is missing. */
  let completeSince = performance.now();
  return {
    add({ organizationId, event }: z.infer<typeof Notification>): void {
      const now = performance.now();
      recent.push({ at: now, organizationId, event });
      const firstToKeep = recent.findIndex(({ at }) => at > now - rememberedMs);
      const dropped = recent.splice(0, Math.max(firstToKeep, recent.length - maxRemembered)).at(-1);
      if (dropped !== undefined) completeSince = dropped.at;
    },
    forget(): void {
      recent = [];
      completeSince = performance.now();
    },
    recent(organizationId: string, ms: number): ServerEvent[] {
      const from = performance.now() - ms;
      if (from < completeSince || ms > rememberedMs) return [{ type: "resync" }];
      const events = recent.filter((each) => each.at >= from && each.organizationId === organizationId);
      return events.length > maxRecent ? [{ type: "resync" }] : events.map(({ event }) => event);
    },
  };
}

/** A connection that is opened again, with growing delays, whenever it is lost. */
class ListeningConnection {
  readonly #url: string;
  readonly #log: Logger;
  readonly #on: { notified(text: string): void; reconnected(): void };
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #attempt = 0;
  #closed = false;

  constructor(url: string, log: Logger, on: { notified(text: string): void; reconnected(): void }) {
    this.#url = url;
    this.#log = log;
    this.#on = on;
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "sizana-events",
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 5_000,
    });
    client.on("error", () => this.#lost(client));
    client.on("end", () => this.#lost(client));
    client.on("notification", ({ payload }) => this.#on.notified(payload ?? "{}"));
    this.#client = client;
    await client.connect();
    await client.query(`listen ${channel}`);
    this.#attempt = 0;
    this.#heartbeat(client);
  }

  /** A connection that was cut silently is only noticed by using it. */
  #heartbeat(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      client.query("select 1").then(
        () => client === this.#client && this.#heartbeat(client),
        () => this.#lost(client),
      );
    }, heartbeatMs).unref();
  }

  #lost(client: pg.Client): void {
    if (this.#closed || client !== this.#client) return;
    this.#client = null;
    clearTimeout(this.#timer);
    client.end().catch(() => undefined);
    const delayMs = reconnectDelaysMs[Math.min(this.#attempt, reconnectDelaysMs.length - 1)];
    this.#attempt += 1;
    this.#log.warn({ delayMs }, "the connection that listens for events was lost");
    this.#timer = setTimeout(() => {
      this.open().then(
        () => this.#on.reconnected(),
        () => this.#client !== null && this.#lost(this.#client),
      );
    }, delayMs).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }
}
