import { Readable } from "node:stream";

/** One server-sent event; the data as JSON. */
export function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** What a reader who does not read may leave behind, in bytes; then the line is cut. */
const maxUnreadBytes = 262_144;

/** A line to one browser. */
export interface EventLine {
  stream: Readable;
  /** Cuts the line of a reader who has stopped reading: the browser connects again by itself. */
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
  // Proxies that collect replies before passing them on are told not to.
  "x-accel-buffering": "no",
} as const;
