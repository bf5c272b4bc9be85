import { Card, CardHeader } from "../../ui/card.tsx";

/** How a program asks the documents over the public chat webhook. */
export function WebhookGuide({ origin }: { origin: string }) {
  return (
    <Card>
      <CardHeader
        title="Chat webhook"
        description="Ask your documents from your own site, app or intranet."
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-6">
        <Example title="Request">
          {`POST ${origin}/api/webhook/chat
Authorization: Bearer {key}
Content-Type: application/json

{
  "question": "How long do I have to return something?",
  "type": "external"
}`}
        </Example>
        <dl className="grid gap-3 text-sm sm:grid-cols-[8rem_1fr]">
          <dt className="font-semibold">Authorization</dt>
          <dd className="text-ink-soft">The word Bearer and an API key of this organization.</dd>
          <dt className="font-semibold">question</dt>
          <dd className="text-ink-soft">What is asked, in plain words.</dd>
          <dt className="font-semibold">type</dt>
          <dd className="text-ink-soft">
            Which documents answer: <code>internal</code> or <code>external</code>.
          </dd>
        </dl>
      </div>
    </Card>
  );
}

function Example({ title, children }: { title: string; children: string }) {
  return (
    <figure>
      <figcaption className="text-sm font-semibold">{title}</figcaption>
      <pre
        tabIndex={0}
        className="mt-2 overflow-x-auto rounded-xl bg-rail px-4 py-3.5 font-mono text-xs leading-relaxed text-rail-ink"
      >
        {children}
      </pre>
    </figure>
  );
}
