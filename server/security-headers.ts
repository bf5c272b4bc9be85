import helmet from "helmet";
import { isSecure } from "./auth/cookies.ts";
import type { Config } from "./config.ts";
import type { App } from "./http.ts";

/** Nothing comes from other origins, no inline script runs; inline styles may: they position dialogs and menus. */
export function addSecurityHeaders(app: App, config: Config): void {
  const isTls = isSecure(config);
  // Made once: the plugin for Fastify reads the policy again for each request.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Browsers upload straight into the bucket, if there is one.
        connectSrc: ["'self'", ...bucketOrigins(config)],
        imgSrc: ["'self'", "data:", "blob:"],
        workerSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isTls ? { maxAge: 31_536_000 } : false,
    crossOriginOpenerPolicy: isTls,
    originAgentCluster: isTls,
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onRequest", (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()));
}

function bucketOrigins({ s3 }: Config): string[] {
  if (s3 === undefined) return [];
  return [
    s3.endpoint === undefined ? `https://*.s3.${s3.region}.amazonaws.com` : new URL(s3.endpoint).origin,
  ];
}
