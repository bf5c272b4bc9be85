import { randomUUID } from "node:crypto";
import {
  BusinessConfig,
  type BusinessConfigChange,
  type BusinessConfigCreate,
} from "../../../contract/business-config.ts";
import { changeGuidance } from "../../answering/guidance/guidance.ts";
import type { Context } from "../../context.ts";
import { rowWithId, type Transaction, type Key } from "../../database/database.ts";
import { countRows, deleteRows, fromRow, rowId } from "../../database/rows.ts";
import { conflict, notFound } from "../../errors.ts";

type ConfigurationTools = Pick<Context, "db" | "events" | "guidance" | "jobs">;

const maxConfigurations = 100;

/** The organization's configurations, oldest first. */
export async function listConfigurations(trx: Transaction, organizationId: string) {
  const rows = await trx
    .selectFrom("business_configs")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(maxConfigurations)
    .execute();
  return rows.map(toConfiguration);
}

/**
 * Applies a configuration, replacing the one of the same business type. Those of other types stay, since a
 * business may be of several kinds. Throws too_many_configurations.
 */
export async function applyConfiguration(
  tools: ConfigurationTools,
  organizationId: string,
  { businessType, settings, templateSettings, workflowSettings }: BusinessConfigCreate,
): Promise<{ isNew: boolean; configuration: BusinessConfig }> {
  const id = randomUUID();
  const applied = {
    is_active: true,
    settings: JSON.stringify(settings),
    template_settings: JSON.stringify(templateSettings),
    workflow_settings: JSON.stringify(workflowSettings),
  };
  const again = { ...applied, updated_at: new Date() };
  const row = await changeGuidance(tools, organizationId, async (trx) => {
    const stored = await trx
      .insertInto("business_configs")
      .values({ id, organization_id: organizationId, business_type: businessType, ...applied })
      .onConflict((oc) => oc.columns(["organization_id", "business_type"]).doUpdateSet(again))
      .returningAll()
      .executeTakeFirstOrThrow();
    if ((await countRows(trx, "business_configs", { organization_id: organizationId })) > maxConfigurations)
      throw conflict(
        "too_many_configurations",
        `You have reached the limit of ${maxConfigurations} configurations. Remove some first.`,
      );
    return stored;
  });
  return { isNew: row.id === id, configuration: toConfiguration(row) };
}

/** Switches a configuration or its flags on or off, and changes templates. Throws not_found. */
export async function changeConfiguration(
  tools: ConfigurationTools,
  { organizationId, configurationId }: Key<"configurationId">,
  { isActive, settings = {}, templateSettings = {} }: BusinessConfigChange,
): Promise<BusinessConfig> {
  return changeGuidance(tools, organizationId, async (trx) => {
    const row = await trx
      .selectFrom("business_configs")
      .selectAll()
      .where(rowWithId(organizationId, configurationId))
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound("configuration"));
    const before = toConfiguration(row);
    const after = await trx
      .updateTable("business_configs")
      .set({
        is_active: isActive ?? before.isActive,
        settings: JSON.stringify(withChanged(before.settings, settings)),
        template_settings: JSON.stringify(withChanged(before.templateSettings, templateSettings)),
        updated_at: new Date(),
      })
      .where(rowWithId(organizationId, configurationId))
      .returningAll()
      .executeTakeFirstOrThrow();
    return toConfiguration(after);
  });
}

/** Removes a configuration with its flags and templates. Throws not_found. */
export async function removeConfiguration(
  tools: ConfigurationTools,
  { organizationId, configurationId }: Key<"configurationId">,
): Promise<void> {
  await changeGuidance(tools, organizationId, async (trx) => {
    if (!(await deleteRows(trx, "business_configs", rowId(organizationId, configurationId))))
      throw notFound("configuration");
    return { id: configurationId };
  });
}

/** Keeps the order, and ignores new names. */
function withChanged<Value>(before: Record<string, Value>, changes: Record<string, Value>) {
  const known = Object.entries(changes).filter(([name]) => Object.hasOwn(before, name));
  return { ...before, ...Object.fromEntries(known) };
}

const toConfiguration = (row: object): BusinessConfig => fromRow(BusinessConfig, row);
