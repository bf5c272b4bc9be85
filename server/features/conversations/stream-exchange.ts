import type { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import type { ChatExchange, ChatStreamEvent } from "../../../contract/conversations.ts";
import { describeError, toReply } from "../../errors.ts";
import type { ExchangeListener } from "../../conversations/exchange.ts";
import { eventText, openEventLine } from "../../sse.ts";

/**
 * Streams an exchange. When the reader disconnects, the answer is still completed and saved.
 */
export function streamExchange(
  run: (listener: ExchangeListener) => Promise<ChatExchange>,
  log: FastifyBaseLogger,
): Readable {
  const line = openEventLine();
  const send = ({ event, data }: ChatStreamEvent): void => line.write(eventText(event, data));
  run({
    onSaved: (message) => send({ event: "message", data: message }),
    onDelta: (text) => send({ event: "delta", data: { text } }),
    onRetract: () => send({ event: "withdrawn", data: {} }),
  })
    .then(({ assistantMessage }) => send({ event: "done", data: assistantMessage }))
    .catch((error: Error) => {
      const { status, body } = toReply(error);
      if (status >= 500) log.error({ err: describeError(error) }, "an answer failed");
      send({ event: "error", data: body });
    })
    .finally(() => line.end());
  return line.stream;
}
