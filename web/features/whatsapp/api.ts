import { useQuery } from "@tanstack/react-query";
import type {
  WhatsappIntegration,
  WhatsappIntegrationCreate,
  WhatsappIntegrationUpdate,
  WhatsappTest,
} from "../../../contract/whatsapp.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request } from "../../request.ts";
import { useSaving } from "../../use-saving.ts";

export function useWhatsappIntegrations(organizationId: string) {
  return useQuery<WhatsappIntegration[]>({ queryKey: organizationKey(organizationId, "whatsapp") });
}

export function useCreateWhatsapp(organizationId: string) {
  return useSaving({
    send: (integration: WhatsappIntegrationCreate) =>
      request("POST", organizationPath(organizationId, "whatsapp"), integration),
    success: { title: "Success", description: "WhatsApp integration created successfully" },
    failure: "Failed to create WhatsApp integration",
    reads: [organizationKey(organizationId, "whatsapp")],
  });
}

export function useUpdateWhatsapp(organizationId: string) {
  return useSaving({
    send: ({ id, ...change }: WhatsappIntegrationUpdate & { id: string }) =>
      request("PUT", organizationPath(organizationId, `whatsapp/${id}`), change),
    success: { title: "Success", description: "WhatsApp integration updated successfully" },
    failure: "Failed to update WhatsApp integration",
    reads: [organizationKey(organizationId, "whatsapp")],
  });
}

/** Tests whether a number is set up completely. */
export function useTestWhatsapp(organizationId: string, integrationId: string) {
  return useSaving({
    send: () =>
      request<WhatsappTest>("POST", organizationPath(organizationId, `whatsapp/${integrationId}/test`)),
    failure: "Failed to test WhatsApp integration",
  });
}

export function useDisconnectWhatsapp(organizationId: string) {
  return useSaving({
    send: (integrationId: string) =>
      request("DELETE", organizationPath(organizationId, `whatsapp/${integrationId}`)),
    success: { title: "Success", description: "WhatsApp integration removed successfully" },
    failure: "Failed to remove WhatsApp integration",
    reads: [organizationKey(organizationId, "whatsapp")],
  });
}
