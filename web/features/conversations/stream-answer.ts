import { EventSourceParserStream } from "eventsource-parser/stream";
import type { ChatExchange, ChatMessage, ChatStreamEvent } from "../../../contract/conversations.ts";
import { RequestError } from "../../request.ts";

/** What happens to a question on its way. */
export interface AnswerListener {
  /** The question is saved. */
  onSaved: (message: ChatMessage) => void;
  /** What is written of the answer so far. */
  onDraft: (text: string) => void;
}

/** How often a lost line is taken up again. */
const maxReconnects = 3;

/**
 * Asks, and follows the answer as it is written. A line that breaks is taken up again under the same
 * key: the server finds the question and its answer and gives no second one.
 * @throws RequestError when the server refuses or fails
 */
export async function askAndFollow(
  sessionId: string | undefined,
  content: string,
  listener: AnswerListener,
): Promise<ChatExchange> {
  const key = newKey();
  let saved: ChatMessage | null = null;
  for (let line = 1; ; line++) {
    try {
      const response = await openLine(sessionId, content, key);
      if (!isStream(response)) return (await response.json()) as ChatExchange;
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
      // Only what had been taken on is asked for again; the rest is said at once.
      if (error instanceof RequestError || saved === null || line === maxReconnects) throw error;
      listener.onDraft("");
    }
  }
}

/** Also where the page did not come over HTTPS, which `crypto.randomUUID` asks for. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

async function openLine(sessionId: string | undefined, content: string, key: string): Promise<Response> {
  const response = await fetch(`/api/chat/sessions/${sessionId}/messages`, {
    method: "POST",
    credentials: "include",
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream, application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify({ role: "user", content }),
  });
  if (!response.ok) throw new RequestError(response.status, await response.text(), response.statusText);
  return response;
}

const isStream = (response: Response): boolean =>
  (response.headers.get("content-type") ?? "").startsWith("text/event-stream");

/** The saved answer; null where the line ends before it. */
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
