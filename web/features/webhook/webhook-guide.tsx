import { useState } from "react";
import { Card, CardHeader } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import {
  answerExample,
  conversationExample,
  curlExample,
  feedbackExample,
  handOffExample,
  javascriptExample,
  keyForExamples,
  webPageKeyPlaceholder,
} from "./examples.ts";
import { TryIt } from "./try-it.tsx";

interface WebhookGuideProps {
  origin: string;
  /** A key for web pages that was just made. */
  webPageKey?: string | undefined;
}

/** How a program asks the documents over the public chat webhook, with this installation's own address. */
export function WebhookGuide({ origin, webPageKey }: WebhookGuideProps) {
  const [typedKey, setTypedKey] = useState("");
  const key = keyForExamples(typedKey.trim());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Card>
        <CardHeader
          title="Chat webhook"
          description="Ask your documents from your own site, app or intranet."
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-6">
          <Field
            label="Your API key"
            optional
            hint="Goes into the curl examples below, so that they work as they are. It never leaves this page."
          >
            {(ids) => (
              <Input
                {...ids}
                type="password"
                autoComplete="off"
                className="max-w-xl"
                value={typedKey}
                onChange={(event) => setTypedKey(event.target.value)}
              />
            )}
          </Field>
          <Endpoint address={`${origin}/api/webhook/chat`} />
          <Example title="curl">{curlExample(origin, key)}</Example>
          <Example title="JavaScript in a web page">
            {javascriptExample(origin, webPageKey ?? webPageKeyPlaceholder)}
          </Example>
          <Example title="Answer">{answerExample}</Example>
          <Terms words={requestTerms} />
        </div>
      </Card>
      <Card>
        <CardHeader title="When a request is refused" />
        <div className="p-5 sm:p-6">
          <Terms words={refusals} />
        </div>
      </Card>
      <Call
        title="When the customer wants a person"
        description="An answer with answered: false offers it in handOff. The conversation becomes a ticket."
        exampleTitle="curl, hand-off"
        example={handOffExample(origin, key)}
        words={handOffTerms}
      />
      <Call
        title="When a person answers"
        description="Somebody of your team can take a conversation over in the Inbox. The assistant is silent then."
        exampleTitle="curl, conversation"
        example={conversationExample(origin, key)}
        words={conversationTerms}
      />
      <Call
        title="Feedback webhook"
        description="Send what a customer thought of an answer. It appears under Feedback."
        exampleTitle="curl, feedback"
        example={feedbackExample(origin, key)}
        words={feedbackTerms}
      />
      <TryIt apiKey={typedKey.trim()} />
    </div>
  );
}

function Endpoint({ address }: { address: string }) {
  return (
    <div>
      <h3 className="font-sans text-sm font-semibold">Address</h3>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="min-w-0 font-mono text-sm break-all">POST {address}</code>
        <CopyButton text={address} what="the address" />
      </div>
    </div>
  );
}

interface CallProps {
  title: string;
  description: string;
  exampleTitle: string;
  example: string;
  words: Words;
}

/** A request beside the chat: what it is for, how it looks, what its words mean. */
function Call({ title, description, exampleTitle, example, words }: CallProps) {
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-6">
        <Example title={exampleTitle}>{example}</Example>
        <Terms words={words} />
      </div>
    </Card>
  );
}

type Words = [term: string, meaning: string][];

const requestTerms: Words = [
  ["Authorization", "The word Bearer and an API key of this organization."],
  ["question", "What is asked, in plain words; at most 4000 characters."],
  ["type", "Which documents answer: internal or external. The key must have that permission."],
  ["conversationId", "Optional. From an earlier answer: the question then belongs to that conversation."],
  [
    "Idempotency-Key",
    "Optional header. The same key with the same body is answered once, however often it is sent.",
  ],
];

const refusals: Words = [
  ["400", "Something is missing or not as described above."],
  ["401", "There is no API key, or it is not valid, expired or revoked."],
  ["403", "The key may not ask this type of documents."],
  ["429", "Too many requests. Wait for as many seconds as the header Retry-After says."],
];

const handOffTerms: Words = [
  ["conversationId", "From the answer. Everything that was said is in the ticket."],
  ["message", "Optional, as are customerName, customerEmail and customerPhone: what the customer adds."],
  [
    "ticketNumber",
    "In the reply, for the customer. Asking again gives the same ticket while somebody works on it.",
  ],
];

const conversationTerms: Words = [
  ["messages", "What was said, oldest first; each is from the customer, the assistant or a person."],
  ["takenOver", "Whether a person answers now. Questions are then kept for them, with answered: false."],
  ["after", "Optional, in the address: the id of the last message you know. Only what came later is sent."],
];

const feedbackTerms: Words = [
  ["rating", "1 to 5."],
  ["comment", "Optional, as are category, customerEmail and customerPhone."],
  ["source", "Optional: chat, whatsapp, email or ticket."],
  ["conversationId", "Optional. A conversation has one rating; rating it again corrects it."],
];

function Terms({ words }: { words: Words }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[9rem_1fr] sm:gap-y-3">
      {words.map(([term, meaning]) => (
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
