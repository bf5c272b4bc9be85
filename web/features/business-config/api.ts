import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  BusinessConfig,
  BusinessConfigChange,
  CustomerGreeting,
} from "../../../contract/business-config.ts";
import { businessPresets, type BusinessType } from "../../../contract/business-presets.ts";
import { announceFailure } from "../../failure-toast.ts";
import { readAgain } from "../../read-again.ts";
import { request } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";

function businessConfigKey(organizationId: string): QueryKey {
  return ["/api/organizations", organizationId, "business-config"];
}

export function useBusinessConfigs(organizationId: string) {
  return useQuery<BusinessConfig[]>({ queryKey: businessConfigKey(organizationId) });
}

/** How customers are greeted and what they may ask, from what is active. */
export function useCustomerGreeting(organizationId: string, enabled: boolean) {
  return useQuery<CustomerGreeting>({
    queryKey: [...businessConfigKey(organizationId), "greeting"],
    enabled,
  });
}

/** Switches a configuration or one of its flags, or rewrites a template. */
export function useChangeConfig(organizationId: string, configurationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: BusinessConfigChange) =>
      request<BusinessConfig>(
        "PUT",
        `/api/organizations/${organizationId}/business-config/${configurationId}`,
        change,
      ),
    onSuccess: async () => {
      toast({ title: "Success", description: "Business configuration updated successfully" });
      await readAgain(queryClient, businessConfigKey(organizationId));
    },
    onError: (error) => announceFailure(error, "Failed to update business configuration"),
  });
}

/** Takes a configuration away. */
export function useRemoveConfig(organizationId: string, configurationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      request("DELETE", `/api/organizations/${organizationId}/business-config/${configurationId}`),
    onSuccess: async () => {
      toast({ title: "Success", description: "Business configuration removed successfully" });
      await readAgain(queryClient, businessConfigKey(organizationId));
    },
    onError: (error) => announceFailure(error, "Failed to remove business configuration"),
  });
}

/** Sends the flags, templates and workflows of a preset. */
export function useApplyPreset(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (businessType: BusinessType) => {
      const { settings, templateSettings, workflowSettings } = businessPresets[businessType];
      return request<BusinessConfig>("POST", `/api/organizations/${organizationId}/business-config`, {
        businessType,
        settings,
        templateSettings,
        workflowSettings,
      });
    },
    onSuccess: async () => {
      toast({ title: "Success", description: "Business configuration created successfully" });
      await readAgain(queryClient, businessConfigKey(organizationId));
    },
    onError: (error) => announceFailure(error, "Failed to create business configuration"),
  });
}
