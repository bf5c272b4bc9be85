import { useState } from "react";
import { maxQuestionLength } from "../../../contract/limits.ts";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { InputField } from "../../ui/field.tsx";
import { TryIt } from "./try-it.tsx";

/** Documents the public webhook. The examples use this server's address and, if just created, the key for web pages. */
export function WebhookGuide({ webPageKey }: { webPageKey: string | undefined }) {
  const [typed, setTyped] = useState("");
  const typedKey = typed.trim();
  // Only what looks like a key may end up in a command line that people copy.
  const key = /^[A-Za-z0-9_]+$/.test(typedKey) ? typedKey : "{key}";
  return (
    <div className="grid gap-5">
      <Card
        title="Chat webhook"
        description="Query your documents from your own site, app or intranet."
        inner="grid gap-5"
      >
        <KeyField value={typed} onText={setTyped} />
        <Address text={`${origin}/api/webhook/chat`} />
        <Example title="curl">{curlExample(key)}</Example>
        <Example title="JavaScript in a web page">
          {javascriptExample(webPageKey ?? "{key for web pages}")}
        </Example>
        <Example title="Answer">{answerExample}</Example>
        <Terms terms={requestTerms} />
      </Card>
      <Card title="Errors" inner="block">
        <Terms terms={errorTerms} />
      </Card>
      {calls.map(({ title, description, exampleTitle, example, terms }) => (
        <Card key={title} title={title} description={description} inner="grid gap-5">
          <Example title={exampleTitle}>{example(key)}</Example>
          <Terms terms={terms} />
        </Card>
      ))}
      <TryIt apiKey={typedKey} />
    </div>
  );
}

function KeyField({ value, onText }: { value: string; onText: (text: string) => void }) {
  return (
    <InputField
      label="Your API key"
      optional
      hint="Added to the curl examples below. Never stored. Create one under API Keys."
      type="password"
      autoComplete="off"
      className="max-w-xl"
      value={value}
      onChange={(event) => onText(event.target.value)}
    />
  );
}

function Address({ text }: { text: string }) {
  return (
    <div>
      <h3 className="font-sans text-sm font-semibold">Address</h3>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="min-w-0 font-mono text-sm break-all">POST {text}</code>
        <CopyButton text={text} what="the address" />
      </div>
    </div>
  );
}

const requestTerms = {
  Authorization: "“Bearer” followed by an API key.",
  question: `The customer's question, up to ${maxQuestionLength} characters.`,
  type: "The documents to answer from: internal or external. The key must have that permission.",
  conversationId: "Optional. Copy it from an earlier answer to continue that conversation.",
  "Idempotency-Key":
    "Optional header. Retries with the same key and body get the same answer and are counted once.",
};

const errorTerms = {
  400: "The request is missing a field or isn't valid JSON.",
  401: "The API key is missing, invalid, expired or revoked.",
  403: "The key has no permission for this type of document.",
  422: "The Idempotency-Key was already used for another question.",
  "429, 503":
    "Too many requests, or the server is busy. Wait the number of seconds in the Retry-After header.",
};

function Terms({ terms }: { terms: Record<string, string> }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[9rem_1fr] sm:gap-y-3">
      {Object.entries(terms).map(([term, meaning]) => (
        <div key={term} className="contents">
          <dt className="font-mono text-xs font-semibold sm:pt-0.5">{term}</dt>
          <dd className="mb-2 text-ink-soft sm:mb-0">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function Example({ title, children }: { title: string; children: string }) {
  return (
    <figure>
      <figcaption className="flex items-center justify-between gap-3 text-sm font-semibold">
        {title}
        <CopyButton text={children} what={`the example: ${title}`} />
      </figcaption>
      <pre
        tabIndex={0}
        className="mt-2 overflow-x-auto rounded-xl bg-rail px-4 py-3.5 font-mono text-xs leading-relaxed text-rail-ink"
      >
        {children}
      </pre>
    </figure>
  );
}

const { origin } = window.location;

const curl = (path: string, body: string) => (key: string) =>
  `curl -X POST ${origin}/api/webhook/${path} \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;

const curlExample = curl(
  "chat",
  '{"question": "How long do I have to return something?", "type": "external"}',
);

const javascriptExample = (webPageKey: string): string =>
  `fetch("${origin}/api/webhook/chat", {
  method: "POST",
  headers: {
    "Authorization": "Bearer ${webPageKey}",
    "Content-Type": "application/json"
  },
  body: JSON.stringify({
    question: "How long do I have to return something?",
    type: "external"
  })
})
  .then((reply) => reply.json())
  .then((reply) => console.log(reply));`;

const answerExample = `{
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

/** The other requests, each with its purpose, an example and its parameters. */
const calls = [
  {
    title: "When the customer wants a person",
    description:
      "When answered is false, offer the customer the hand-off described in handOff. This call turns the conversation into a ticket.",
    exampleTitle: "curl, hand-off",
    example: curl(
      "hand-off",
      '{"conversationId": "5f0c7a52-6d0e-4a43-9d3c-0a4f6a1f9a10", "customerName": "Thandi"}',
    ),
    terms: {
      conversationId: "Copy it from the answer. The ticket includes the whole conversation.",
      message:
        "Optional. Anything the customer wants to add. customerName, customerEmail and customerPhone are optional too.",
      ticketNumber: "Returned for the customer. Calling again returns the same ticket while it is open.",
    },
  },
  {
    title: "When a person answers",
    description: "Your team can take over a conversation in the inbox. The assistant then stops replying.",
    exampleTitle: "curl, conversation",
    example: (key: string) =>
      `curl "${origin}/api/webhook/conversations/5f0c7a52-6d0e-4a43-9d3c-0a4f6a1f9a10" \\
  -H "Authorization: Bearer ${key}"`,
    terms: {
      messages: "Messages, oldest first, each from the customer, the assistant or a person.",
      takenOver: "Whether a person has taken over. New questions then wait for them, with answered: false.",
      after:
        "Optional query parameter. The id of the last message you have. Only later messages are returned.",
    },
  },
  {
    title: "Feedback webhook",
    description: "Send a customer's rating. It appears under Feedback.",
    exampleTitle: "curl, feedback",
    example: curl("feedback", '{"rating": 5, "comment": "Quick and clear"}'),
    terms: {
      rating: "1 to 5.",
      comment: "Optional. category, customerEmail and customerPhone are optional too.",
      source: "Optional: chat, whatsapp, email or ticket.",
      conversationId: "Optional. Each conversation has one rating. Rating again replaces it.",
    },
  },
];
