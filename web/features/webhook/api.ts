import { useMutation } from "@tanstack/react-query";
import type { WebhookAnswer, WebhookQuestion } from "../../../contract/webhook.ts";
import { RequestError } from "../../request.ts";

/** Asks as a program would: by key, without the cookies of the person who tries it. */
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
    // A refused key says nothing about who is signed in.
    meta: { anonymous: true },
  });
}
