import { Play } from "lucide-react";
import { useMutation } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import { maxQuestionLength } from "../../../contract/limits.ts";
import type { WebhookAnswer, WebhookQuestion } from "../../../contract/webhook.ts";
import { RequestError, send } from "../../request.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField, SelectField } from "../../ui/field.tsx";
import { Form, formTexts, ErrorText } from "../../ui/form.tsx";

/** Asks like an API client: with an API key and without the person's cookies. */
const useTryWebhook = () =>
  useMutation({
    mutationFn: async ({ key, ...question }: WebhookQuestion & { key: string }) => {
      const headers = { authorization: `Bearer ${key}` };
      const reply = await send("POST", "/api/webhook/chat", question, { headers, credentials: "omit" });
      return (await reply.json()) as WebhookAnswer;
    },
    // Here, a 401 means a bad key, not that the person is signed out.
    meta: { anonymous: true },
  });

const types = ["external", "internal"].map((type) => ({ value: type, label: type }));

export function TryIt({ apiKey }: { apiKey: string }) {
  const ask = useTryWebhook();
  const submit = (form: HTMLFormElement): void => {
    const { question = "", type } = formTexts(form);
    ask.mutate({ key: apiKey, question, type: type as Audience });
  };
  return (
    <Card title="Try it" description="Sends a real request with the API key you entered above.">
      <Form onSubmit={submit} className="grid gap-4 p-5 sm:p-6">
        <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_12rem_auto]">
          <InputField
            label="Question"
            name="question"
            required
            maxLength={maxQuestionLength}
            defaultValue="How long do I have to return something?"
          />
          <SelectField label="Type" name="type" defaultValue="external" options={types} />
          <SubmitButton
            label="Send"
            pending={ask.isPending}
            disabled={apiKey === ""}
            className="md:mt-7.5"
            icon={Play}
          />
        </div>
        {apiKey === "" && <p className="text-xs text-ink-soft">Enter your API key above first.</p>}
        <ErrorText className="wrap-anywhere">{ask.error && errorMessageOf(ask.error)}</ErrorText>
        {ask.data && <Reply answer={ask.data} />}
      </Form>
    </Card>
  );
}

function errorMessageOf(error: Error): string {
  if (error instanceof RequestError)
    return `${error.status}: ${error.serverMessage ?? "The request was refused."}`;
  return "The server could not be reached.";
}

function Reply({ answer }: { answer: WebhookAnswer }) {
  return (
    <div role="status">
      <h3 className="font-sans text-sm font-semibold">Reply</h3>
      <pre
        tabIndex={0}
        className="mt-2 max-h-96 overflow-auto rounded-xl bg-rail px-4 py-3.5 font-mono text-xs leading-relaxed text-rail-ink"
      >
        {JSON.stringify(answer, null, 2)}
      </pre>
    </div>
  );
}
