import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import { maxWhatsappEventBytes, WhatsappVerification } from "../../../contract/whatsapp.ts";
import { minuteMs } from "../../../contract/limits.ts";
import { AppError, describeError, forbidden, notFound, tooManyRequests } from "../../errors.ts";
import type { App } from "../../http.ts";
import { routesOf, type Routes } from "../../routes.ts";
import { isVerifyToken, receiveEvent, type WebhookTools } from "./receive-event.ts";
import { LRUCache } from "lru-cache";
import { networkOf } from "../../auth/attempt-limits.ts";

const path = "/api/whatsapp/webhook/:organizationId";
// An invalid id gets the same reply as an unknown organization.
const params = z.object({ organizationId: z.string().max(100) });
const isId = (text: string): boolean => Id.safeParse(text).success;

/**
 * Meta's webhook, authenticated by the verify token (GET) or the signature (POST). Only failed attempts are
 * limited: a delivery with a valid signature is always accepted. After too many wrong verify tokens, which may be
 * short, further ones are not even compared.
 */
export function metaWebhookRoutes(routes: Routes, tools: WebhookTools): void {
  const failed = openFailedProofs();
  routes.get(path, {
    access: "anyone",
    summary: "Verify the WhatsApp webhook",
    description: "Meta calls this once to verify the address.",
    params,
    querystring: WhatsappVerification,
    handler: async (request, reply) => {
      const { "hub.mode": mode, "hub.challenge": challenge, "hub.verify_token": token } = request.query;
      const { organizationId } = request.params;
      const isVerification =
        mode === "subscribe" && challenge !== undefined && token !== undefined && isId(organizationId);
      if (isVerification) failed.refuseMore(organizationId, request.ip);
      if (!isVerification || !(await isVerifyToken(tools, organizationId, token))) {
        if (isVerification) failed.count(organizationId, request.ip);
        throw forbidden("The verify token doesn't match the one entered in Sizana.");
      }
      return reply.type("text/plain; charset=utf-8").send(challenge);
    },
  });

  // The signature is of the raw bytes, so nothing may parse the body before.
  void routes.app.register(async (raw: App) => {
    raw.removeAllContentTypeParsers();
    const unparsed = { parseAs: "buffer", bodyLimit: maxWhatsappEventBytes } as const;
    raw.addContentTypeParser("*", unparsed, (_request, body, done) => done(null, body));
    routesOf(raw, tools.db).post(path, {
      access: "anyone",
      bodyLimit: maxWhatsappEventBytes,
      summary: "Receive WhatsApp events",
      description: "Meta delivers messages and statuses here.",
      params,
      response: undefined,
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        if (!isId(organizationId)) throw notFound("webhook");
        const signature = request.headers["x-hub-signature-256"];
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        try {
          await receiveEvent(tools, { organizationId, body, signature: String(signature ?? "") });
        } catch (error) {
          if (error instanceof AppError && error.code === "bad_signature") {
            failed.refuseMore(organizationId, request.ip);
            failed.count(organizationId, request.ip);
          }
          if (error instanceof AppError) throw error;
          // The event could not be stored, so Meta has to deliver it again.
          const fields = { err: describeError(error), organizationId };
          request.log.error(fields, "a WhatsApp event could not be stored");
          throw new AppError(503, "unavailable", "Couldn't store the event. Deliver it again.");
        }
        return reply.type("text/plain; charset=utf-8").send("EVENT_RECEIVED");
      },
    });
  });
}

/** The most wrong verify tokens or signatures for an organization from one network, per window. */
const maxFailures = 20;
const windowMs = 15 * minuteMs;

/** Counts wrong verify tokens and signatures, in this process. */
function openFailedProofs() {
  // A further failure does not extend the window.
  const failures = new LRUCache<string, number>({ max: 10_000, ttl: windowMs, noUpdateTTL: true });
  const keyOf = (organizationId: string, address: string) => `${organizationId} ${networkOf(address)}`;
  return {
    /** Throws too_many_requests when the maximum is reached. */
    refuseMore(organizationId: string, address: string): void {
      const key = keyOf(organizationId, address);
      if ((failures.get(key) ?? 0) >= maxFailures)
        throw tooManyRequests(failures.getRemainingTTL(key) / 1000);
    },
    count(organizationId: string, address: string): void {
      const key = keyOf(organizationId, address);
      failures.set(key, (failures.get(key) ?? 0) + 1);
    },
  };
}
