import type {
  BusinessConfig,
  BusinessConfigChange,
  CustomerGreeting,
} from "../../../contract/business-config.ts";
import { businessPresets, type BusinessType } from "../../../contract/business-presets.ts";
import { apiMutation, useOrganizationQuery } from "../../organization-api.ts";

const resource = "business-config";

export const useBusinessConfigs = () => useOrganizationQuery<BusinessConfig[]>([resource]);

/** The greeting and the suggested questions of the active configurations. */
export const useCustomerGreeting = (enabled: boolean) =>
  useOrganizationQuery<CustomerGreeting>([resource, "greeting"], { enabled });

/** Turns a configuration or one of its flags on or off, or edits a template. */
export const useChangeConfig = apiMutation<BusinessConfigChange & { id: string }>({
  send: ({ id, ...change }) => ["PUT", `${resource}/${id}`, change],
  success: { title: "Success", description: "Business configuration updated successfully" },
  failure: "Failed to update business configuration",
});

export const useRemoveConfig = apiMutation<string>({
  send: (id) => ["DELETE", `${resource}/${id}`],
  success: { title: "Success", description: "Business configuration removed successfully" },
  failure: "Failed to remove business configuration",
});

/** Creates a configuration with the flags, templates and workflows of a preset. */
export const useApplyPreset = apiMutation<BusinessType>({
  send: (businessType) => {
    const { settings, templateSettings, workflowSettings } = businessPresets[businessType];
    return ["POST", resource, { businessType, settings, templateSettings, workflowSettings }];
  },
  success: { title: "Success", description: "Business configuration created successfully" },
  failure: "Failed to create business configuration",
});
