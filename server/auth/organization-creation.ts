import type { Config } from "../config.ts";
import type { Database, Transaction } from "../database/database.ts";
import { AppError } from "../errors.ts";

/** Even when only the operator creates organizations, the first one of an empty installation is allowed. */
export async function mayCreateOrganizations(
  config: Pick<Config, "newOrganizations">,
  db: Database | Transaction,
): Promise<boolean> {
  if (config.newOrganizations === "open") return true;
  return (await db.selectFrom("organizations").select("id").limit(1).executeTakeFirst()) === undefined;
}

export const organizationsClosed = () =>
  new AppError(
    403,
    "organizations_closed",
    "Only your administrator can create organizations. Ask them, or ask a colleague to invite you.",
  );
