import type { FastifyRequest } from "fastify";
import { Role } from "../../../contract/common.ts";
import { tenantOf, userOf, type FindOrganization } from "../../auth/access.ts";
import { may } from "../../../contract/permissions.ts";
import { withTenant, type Database } from "../../database/database.ts";
import { findRow } from "../../database/rows.ts";
import { denied, forbidden, notFound, secondFactorRequired } from "../../errors.ts";
import type { Uploader } from "../../ingestion/upload/object-uploads.ts";

/** The first organization where this user may upload; if there is none, the first one, which then refuses. */
export const ownOrganization: FindOrganization = async (_db, { organizations }) => {
  const first =
    organizations.find(
      ({ role, needsSecondFactor }) => may(role, "upload documents") && !needsSecondFactor,
    ) ?? organizations[0];
  return first?.id ?? null;
};

/**
 * A signed address can outlive its user's membership by days. Throws membership_ended for users who have left or may
 * not upload any more.
 */
export async function requireUploader(db: Database, { organizationId, userId }: Uploader): Promise<void> {
  const values = { organization_id: organizationId, user_id: userId };
  const membership = await withTenant(db, organizationId, (trx) =>
    findRow(trx, "memberships", values, ["role"]),
  );
  if (membership !== undefined && may(Role.parse(membership.role), "upload documents")) return;
  throw denied("membership_ended", "This upload address is no longer valid. Request a new one.");
}

/** The uploading user and organization: the one in the request, otherwise the user's own. */
export function uploaderOf(request: FastifyRequest, requestedId?: string): Uploader {
  const user = userOf(request);
  const organizationId = requestedId?.toLowerCase() ?? tenantOf(request).organizationId;
  const membership = user.organizations.find(({ id }) => id === organizationId);
  if (membership === undefined) throw notFound("organization");
  if (membership.needsSecondFactor) throw secondFactorRequired();
  if (!may(membership.role, "upload documents")) throw forbidden();
  return { organizationId, userId: user.id };
}
