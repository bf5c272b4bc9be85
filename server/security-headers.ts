import helmet from "@fastify/helmet";
import { isSecure } from "./auth/session-cookie.ts";
import type { Config } from "./config.ts";
import type { App } from "./http.ts";

/**
 * Nothing is loaded from anywhere else and no inline script runs. Styles may be inline: the dialogs
 * and menus of the web app position themselves so.
 */
export async function addSecurityHeaders(app: App, config: Config): Promise<void> {
  const isTls = isSecure(config);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Files are sent straight into the bucket where there is one.
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
}

function bucketOrigins({ s3 }: Config): string[] {
  if (s3 === undefined) return [];
  return [
    s3.endpoint === undefined ? `https://*.s3.${s3.region}.amazonaws.com` : new URL(s3.endpoint).origin,
  ];
}
