import { useMutation } from "@tanstack/react-query";
import type { WebhookAnswer, WebhookQuestion } from "../../../contract/webhook.ts";
import { send } from "../../request.ts";

/** Asks like an API client: with an API key and without the person's cookies. */
export const useTryWebhook = () =>
  useMutation({
    mutationFn: async ({ key, ...question }: WebhookQuestion & { key: string }) => {
      const headers = { authorization: `Bearer ${key}` };
      const reply = await send("POST", "/api/webhook/chat", question, { headers, credentials: "omit" });
      return (await reply.json()) as WebhookAnswer;
    },
    // Here, a 401 means a bad key, not that the person is signed out.
    meta: { anonymous: true },
  });
