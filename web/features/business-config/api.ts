import { useQuery } from "@tanstack/react-query";
import type {
  BusinessConfig,
  BusinessConfigChange,
  CustomerGreeting,
} from "../../../contract/business-config.ts";
import { businessPresets, type BusinessType } from "../../../contract/business-presets.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request } from "../../request.ts";
import { useSaving } from "../../use-saving.ts";

const noun = "business-config";

export function useBusinessConfigs(organizationId: string) {
  return useQuery<BusinessConfig[]>({ queryKey: organizationKey(organizationId, noun) });
}

/** The greeting and the suggested questions of the active configurations. */
export function useCustomerGreeting(organizationId: string, enabled: boolean) {
  return useQuery<CustomerGreeting>({ queryKey: organizationKey(organizationId, noun, "greeting"), enabled });
}

/** Changes a configuration: turns it, or one of its flags, on or off, or edits a template. */
export function useChangeConfig(organizationId: string, configurationId: string) {
  return useSaving({
    send: (change: BusinessConfigChange) =>
      request<BusinessConfig>("PUT", organizationPath(organizationId, `${noun}/${configurationId}`), change),
    success: { title: "Success", description: "Business configuration updated successfully" },
    failure: "Failed to update business configuration",
    reads: [organizationKey(organizationId, noun)],
  });
}

export function useRemoveConfig(organizationId: string, configurationId: string) {
  return useSaving({
    send: () => request("DELETE", organizationPath(organizationId, `${noun}/${configurationId}`)),
    success: { title: "Success", description: "Business configuration removed successfully" },
    failure: "Failed to remove business configuration",
    reads: [organizationKey(organizationId, noun)],
  });
}

/** Creates a configuration with the flags, templates and workflows of a preset. */
export function useApplyPreset(organizationId: string) {
  return useSaving({
    send: (businessType: BusinessType) => {
      const { settings, templateSettings, workflowSettings } = businessPresets[businessType];
      const config = { businessType, settings, templateSettings, workflowSettings };
      return request<BusinessConfig>("POST", organizationPath(organizationId, noun), config);
    },
    success: { title: "Success", description: "Business configuration created successfully" },
    failure: "Failed to create business configuration",
    reads: [organizationKey(organizationId, noun)],
  });
}
