import { randomUUID } from "node:crypto";
import type {
  FeedbackLink,
  FeedbackLinkCreate,
  OwnRating,
  RatingCreate,
} from "../../../contract/feedback.ts";
import type { Context } from "../../context.ts";
import { rowWithId, withTenant, type Transaction } from "../../database/database.ts";
import { findRow } from "../../database/rows.ts";
import { AppError, notFound } from "../../errors.ts";
import { makeRatingLink, type LinkClaims, type LinkSigner } from "../../conversations/rating-link-signer.ts";
import { formatNumber } from "../../conversations/hand-off/open-ticket.ts";
import { findRating, replaceRating } from "./ratings.ts";

export interface LinkTools extends Pick<Context, "config" | "db" | "events"> {
  signer: LinkSigner;
}

/** Makes a link for rating a ticket or, without a ticket, for an email. Throws not_found. */
export async function createLink(
  trx: Transaction,
  { config, signer }: Pick<LinkTools, "config" | "signer">,
  organizationId: string,
  { ticketId }: FeedbackLinkCreate,
): Promise<FeedbackLink> {
  if (ticketId !== undefined && (await findTicket(trx, organizationId, ticketId)) === undefined)
    throw notFound("ticket");
  return makeRatingLink(signer, config.publicUrl, {
    organizationId,
    source: ticketId === undefined ? "email" : "ticket",
    subjectId: ticketId ?? randomUUID(),
  });
}

/** The details that the page of a rating link shows. Throws link_invalid or link_expired. */
export async function openLink({ db, signer }: Pick<LinkTools, "db" | "signer">, token: string) {
  const claims = readLink(signer, token);
  return withTenant(db, claims.organizationId, async (trx) => {
    const { occasion, ticketNumber, organizationName } = await findOccasion(trx, claims);
    return {
      organizationName,
      source: claims.source,
      ticketNumber,
      expiresAt: claims.expiresAt.toISOString(),
      given: await findRating(trx, occasion),
    };
  });
}

/** Rates by a link; rating again replaces the rating. Throws link_invalid or link_expired. */
export async function rateByLink(
  { db, events, signer }: Pick<LinkTools, "db" | "events" | "signer">,
  token: string,
  rating: RatingCreate,
): Promise<OwnRating> {
  const claims = readLink(signer, token);
  return withTenant(db, claims.organizationId, async (trx) => {
    const { occasion } = await findOccasion(trx, claims);
    return replaceRating(trx, events, occasion, rating);
  });
}

function readLink(signer: LinkSigner, token: string): LinkClaims {
  const claims = signer.read(token);
  if (claims === null) throw linkInvalid();
  if (claims.expiresAt.getTime() <= Date.now()) {
    throw new AppError(410, "link_expired", "This link has expired. Ask for a new one.");
  }
  return claims;
}

const linkInvalid = () =>
  new AppError(404, "link_invalid", "This link is incomplete. Open it again from the original message.");

async function findOccasion(trx: Transaction, { organizationId, source, subjectId }: LinkClaims) {
  const occasion = { organizationId, occasion: `${source} ${subjectId}`, source };
  const there = { id: organizationId, deleted_at: null };
  const { name: organizationName } = (await findRow(trx, "organizations", there, ["name"])) ?? {};
  if (organizationName === undefined) throw linkInvalid();
  if (source === "email") return { occasion, organizationName, ticketNumber: null };
  const ticket = await findTicket(trx, organizationId, subjectId);
  if (ticket === undefined) throw linkInvalid();
  return {
    occasion: { ...occasion, customerEmail: ticket.customer_email, customerPhone: ticket.customer_phone },
    organizationName,
    ticketNumber: formatNumber(ticket.number),
  };
}

/** Locks the ticket, so that its deletion waits for the rating, and then deletes it. */
const findTicket = (trx: Transaction, organizationId: string, id: string) =>
  trx
    .selectFrom("tickets")
    .select(["number", "customer_email", "customer_phone"])
    .where(rowWithId(organizationId, id))
    .forKeyShare()
    .executeTakeFirst();
