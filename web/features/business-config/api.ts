import type {
  BusinessConfig,
  BusinessConfigChange,
  CustomerGreeting,
} from "../../../contract/business-config.ts";
import { businessPresets, type BusinessType } from "../../../contract/business-presets.ts";
import { apiMutation, useOrganizationQuery } from "../../organization-api.ts";

export const useBusinessConfigs = () => useOrganizationQuery<BusinessConfig[]>(["business-config"]);

/** The greeting and the suggested questions of the active configurations. */
export const useCustomerGreeting = (enabled: boolean) =>
  useOrganizationQuery<CustomerGreeting>(["business-config", "greeting"], { enabled });

/** Turns a configuration or one of its flags on or off, or edits a template. */
export const useChangeConfig = apiMutation<BusinessConfigChange & { id: string }>({
  send: ({ id, ...change }) => ["PUT", `business-config/${id}`, change],
  success: { title: "Success", description: "Business configuration updated successfully" },
  failure: "Failed to update business configuration",
});

export const useRemoveConfig = apiMutation<string>({
  send: (id) => ["DELETE", `business-config/${id}`],
  success: { title: "Success", description: "Business configuration removed successfully" },
  failure: "Failed to remove business configuration",
});

export const useApplyPreset = apiMutation<BusinessType>({
  send: (businessType) => {
    const { settings, templateSettings, workflowSettings } = businessPresets[businessType];
    return ["POST", "business-config", { businessType, settings, templateSettings, workflowSettings }];
  },
  success: { title: "Success", description: "Business configuration created successfully" },
  failure: "Failed to create business configuration",
});
