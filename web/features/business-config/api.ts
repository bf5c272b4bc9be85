import type {
  BusinessConfig,
  BusinessConfigChange,
  CustomerGreeting,
} from "../../../contract/business-config.ts";
import { businessPresets, type BusinessType } from "../../../contract/business-presets.ts";
import { useOrganizationQuery } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";

const noun = "business-config";

export const useBusinessConfigs = () => useOrganizationQuery<BusinessConfig[]>([noun]);

/** The greeting and the suggested questions of the active configurations. */
export const useCustomerGreeting = (enabled: boolean) =>
  useOrganizationQuery<CustomerGreeting>([noun, "greeting"], { enabled });

/** Changes a configuration: turns it, or one of its flags, on or off, or edits a template. */
export const useChangeConfig = saving<BusinessConfigChange & { id: string }>({
  send: ({ id, ...change }) => ["PUT", `${noun}/${id}`, change],
  success: { title: "Success", description: "Business configuration updated successfully" },
  failure: "Failed to update business configuration",
});

export const useRemoveConfig = saving<string>({
  send: (id) => ["DELETE", `${noun}/${id}`],
  success: { title: "Success", description: "Business configuration removed successfully" },
  failure: "Failed to remove business configuration",
});

/** Creates a configuration with the flags, templates and workflows of a preset. */
export const useApplyPreset = saving<BusinessType>({
  send: (businessType) => {
    const { settings, templateSettings, workflowSettings } = businessPresets[businessType];
    return ["POST", noun, { businessType, settings, templateSettings, workflowSettings }];
  },
  success: { title: "Success", description: "Business configuration created successfully" },
  failure: "Failed to create business configuration",
});
