import { useMutation } from "@tanstack/react-query";
import type { WebhookAnswer, WebhookQuestion } from "../../../contract/webhook.ts";
import { RequestError } from "../../request.ts";

/** Asks as a program would: with an API key and without the person's cookies. */
export function useTryWebhook() {
  return useMutation({
    mutationFn: async ({ key, ...question }: WebhookQuestion & { key: string }) => {
      const reply = await fetch("/api/webhook/chat", {
        method: "POST",
        credentials: "omit",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(question),
      });
      const text = await reply.text();
      if (!reply.ok) throw new RequestError(reply.status, text, reply.statusText);
      return JSON.parse(text) as WebhookAnswer;
    },
    // A 401 is about the key here, not about who is signed in.
    meta: { anonymous: true },
  });
}
