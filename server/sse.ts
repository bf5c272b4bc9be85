import { Readable } from "node:stream";

/** One server-sent event; the data as JSON. */
export function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A reader with more unread bytes than this loses its stream. */
const maxUnreadBytes = 262_144;

export function openEventStream(onClose: () => void = () => undefined) {
  const stream = new Readable({ read: () => undefined });
  stream.once("close", onClose);
  return {
    stream,
    /** Cuts the stream of a reader that has stopped reading; the browser reconnects by itself. */
    write(text: string): void {
      if (stream.destroyed || stream.readableEnded) return;
      if (stream.readableLength > maxUnreadBytes) stream.destroy();
      else stream.push(text);
    },
    end() {
      if (!stream.destroyed) stream.push(null);
    },
  };
}

export const eventHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Tells proxies not to buffer the reply.
  "x-accel-buffering": "no",
} as const;
