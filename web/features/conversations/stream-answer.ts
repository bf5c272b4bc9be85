import { EventSourceParserStream } from "eventsource-parser/stream";
import type { ChatExchange, ChatMessage, ChatStreamEvent } from "../../../contract/conversations.ts";
import { RequestError, send } from "../../request.ts";
import type { KeyedText } from "../../ui/message-field.tsx";

export interface AnswerListener {
  onSaved: (message: ChatMessage) => void;
  /** Called with the answer as written so far. */
  onDraft: (text: string) => void;
}

/** Sending fails once this many connections have been lost. */
const maxConnections = 3;

/**
 * Sends a question and follows the answer as it is written. After a lost connection, the question is sent again with
 * the same idempotency key, so that the server does not answer it twice.
 * @throws RequestError when the server replies with an error, TypeError when the connection fails
 */
export async function askAndFollow(
  sessionId: string | undefined,
  { content, key }: KeyedText,
  listener: AnswerListener,
): Promise<ChatExchange> {
  const headers = { accept: "text/event-stream, application/json", "idempotency-key": key };
  let saved: ChatMessage | null = null;
  for (let connection = 1; ; connection++) {
    try {
      const question = { role: "user", content };
      const response = await send("POST", `/api/chat/sessions/${sessionId}/messages`, question, { headers });
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
      if (!isStream) return (await response.json()) as ChatExchange;
      const answered = await follow(response, {
        ...listener,
        onSaved(message) {
          saved = message;
          listener.onSaved(message);
        },
      });
      if (answered !== null && saved !== null) return { userMessage: saved, assistantMessage: answered };
      throw new TypeError("The connection was lost.");
    } catch (error) {
      // Only a question that the server has saved is sent again; other errors are thrown at once.
      if (error instanceof RequestError || saved === null || connection === maxConnections) throw error;
      listener.onDraft("");
    }
  }
}

/** The saved answer; null if the connection ends before it arrives. */
async function follow(response: Response, { onSaved, onDraft }: AnswerListener): Promise<ChatMessage | null> {
  let draft = "";
  for await (const { event, data } of eventsOf(response)) {
    if (event === "message") onSaved(data);
    else if (event === "done") return data;
    else if (event === "error") throw new RequestError(500, JSON.stringify(data), "");
    else {
      draft = event === "delta" ? draft + data.text : "";
      onDraft(draft);
    }
  }
  return null;
}

async function* eventsOf(response: Response): AsyncGenerator<ChatStreamEvent> {
  const events = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const reader = events?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield { event: value.event, data: JSON.parse(value.data) as unknown } as ChatStreamEvent;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
