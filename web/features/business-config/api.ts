import type {
  BusinessConfig,
  BusinessConfigChange,
  CustomerGreeting,
} from "../../../contract/business-config.ts";
import { businessPresets, type BusinessType } from "../../../contract/business-presets.ts";
import { request } from "../../request.ts";
import { useOrganizationQuery } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";

const noun = "business-config";

export const useBusinessConfigs = () => useOrganizationQuery<BusinessConfig[]>([noun]);

/** The greeting and the suggested questions of the active configurations. */
export function useCustomerGreeting(enabled: boolean) {
  return useOrganizationQuery<CustomerGreeting>([noun, "greeting"], { enabled });
}

/** Changes a configuration: turns it, or one of its flags, on or off, or edits a template. */
export const useChangeConfig = saving({
  send: ({ id, ...change }: BusinessConfigChange & { id: string }, path) =>
    request("PUT", path(`${noun}/${id}`), change),
  success: { title: "Success", description: "Business configuration updated successfully" },
  failure: "Failed to update business configuration",
  reads: [noun],
});

export const useRemoveConfig = saving({
  send: (id: string, path) => request("DELETE", path(`${noun}/${id}`)),
  success: { title: "Success", description: "Business configuration removed successfully" },
  failure: "Failed to remove business configuration",
  reads: [noun],
});

/** Creates a configuration with the flags, templates and workflows of a preset. */
export const useApplyPreset = saving({
  send: (businessType: BusinessType, path) => {
    const { settings, templateSettings, workflowSettings } = businessPresets[businessType];
    return request("POST", path(noun), { businessType, settings, templateSettings, workflowSettings });
  },
  success: { title: "Success", description: "Business configuration created successfully" },
  failure: "Failed to create business configuration",
  reads: [noun],
});
