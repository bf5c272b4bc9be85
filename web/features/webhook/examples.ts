/** Shown in the examples until a key is entered. */
const keyPlaceholder = "{key}";

/** Shown in the example for web pages until a key for web pages is created. */
export const webPageKeyPlaceholder = "{key for web pages}";

/** The entered key if it looks like one, since nothing else may end up in a command line that people copy. */
export function keyForExamples(typed: string): string {
  return /^[A-Za-z0-9_]+$/.test(typed) ? typed : keyPlaceholder;
}

const curl = (path: string, body: string) => (origin: string, key: string) =>
  `curl -X POST ${origin}/api/webhook/${path} \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;

export const curlExample = curl(
  "chat",
  '{"question": "How long do I have to return something?", "type": "external"}',
);

export const feedbackExample = curl("feedback", '{"rating": 5, "comment": "Quick and clear"}');

export const handOffExample = curl(
  "hand-off",
  '{"conversationId": "5f0c7a52-6d0e-4a43-9d3c-0a4f6a1f9a10", "customerName": "Thandi"}',
);

/** For web pages, so `key` is a key for web pages. */
export function javascriptExample(origin: string, key: string): string {
  return `fetch("${origin}/api/webhook/chat", {
  method: "POST",
  headers: {
    "Authorization": "Bearer ${key}",
    "Content-Type": "application/json"
  },
  body: JSON.stringify({
    question: "How long do I have to return something?",
    type: "external"
  })
})
  .then((reply) => reply.json())
  .then((reply) => console.log(reply));`;
}

export function conversationExample(origin: string, key: string): string {
  return `curl "${origin}/api/webhook/conversations/5f0c7a52-6d0e-4a43-9d3c-0a4f6a1f9a10" \\
  -H "Authorization: Bearer ${key}"`;
}

export const answerExample = `{
  "answer": "You have 30 days to return an unopened item.",
  "kind": "answer",
  "confidence": 0.93,
  "answered": true,
  "sources": [
    {
      "documentName": "Returns Policy.pdf",
      "page": 2,
      "quote": "Unopened items can be returned within 30 days."
    }
  ],
  "conversationId": "5f0c7a52-6d0e-4a43-9d3c-0a4f6a1f9a10",
  "handOff": null
}`;
