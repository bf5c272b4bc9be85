import { z } from "zod";
import { sealedCookie } from "../../auth/sealed-cookie.ts";

/** The user whose password was right, until the second factor is checked. */
export const passwordCookie = sealedCookie("sizana_second_factor", {
  path: "/api/auth",
  lifetimeMs: 600_000,
  schema: z.object({ userId: z.uuid() }),
});

/** The challenge that the browser signs with a passkey. */
export const challengeCookie = sealedCookie("sizana_passkey", {
  path: "/api",
  lifetimeMs: 300_000,
  schema: z.object({ challenge: z.string() }),
});
