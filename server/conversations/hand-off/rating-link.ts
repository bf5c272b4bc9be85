import type { FeedbackLink } from "../../../contract/feedback.ts";
import type { LinkClaims, LinkSigner } from "./rating-token.ts";

const dayMs = 86_400_000;
/** After so long customers hardly rate any more. */
const lifetimeMs = 30 * dayMs;

/** A link for a customer to rate by, good for 30 days from now. */
export function makeRatingLink(
  signer: LinkSigner,
  publicUrl: string,
  rated: Omit<LinkClaims, "expiresAt">,
): FeedbackLink {
  const expiresAt = new Date(Math.floor((Date.now() + lifetimeMs) / 1000) * 1000);
  const token = signer.sign({ ...rated, expiresAt });
  return { link: `${publicUrl}/rate/${token}`, token, expiresAt: expiresAt.toISOString() };
}
