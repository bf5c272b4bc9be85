import { z } from "zod";
import { sealedCookie } from "../../auth/sealed-cookie.ts";

/** Whose password was right in this browser, until a second factor is, too. */
export const passwordCookie = sealedCookie("sizana_second_factor", {
  path: "/api/auth",
  lifetimeMs: 600_000,
  schema: z.object({ userId: z.uuid() }),
});

/** What the browser is to sign with a passkey. */
export const challengeCookie = sealedCookie("sizana_passkey", {
  path: "/api",
  lifetimeMs: 300_000,
  schema: z.object({ challenge: z.string() }),
});
