import { Readable } from "node:stream";

/** One server-sent event; the data as JSON. */
export function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The most bytes that may wait for a slow reader before its stream is cut. */
const maxUnreadBytes = 262_144;

/** An event stream to one browser. */
export interface EventLine {
  stream: Readable;
  /** Cuts the stream of a reader that has stopped reading; the browser connects again by itself. */
  write(text: string): void;
  end(): void;
}

export function openEventLine(onClose: () => void = () => undefined): EventLine {
  const stream = new Readable({ read: () => undefined });
  stream.once("close", onClose);
  return {
    stream,
    write(text) {
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
