import type {
  WhatsappIntegration,
  WhatsappIntegrationUpdate,
  WhatsappTest,
} from "../../../contract/whatsapp.ts";
import { apiMutation, useOrganizationQuery } from "../../organization-api.ts";

export const useWhatsappIntegrations = () => useOrganizationQuery<WhatsappIntegration[]>(["whatsapp"]);

export const useCreateWhatsapp = apiMutation<object>({
  send: (integration) => ["POST", "whatsapp", integration],
  success: { title: "Success", description: "WhatsApp integration created successfully" },
  failure: "Failed to create WhatsApp integration",
});

export const useUpdateWhatsapp = apiMutation<WhatsappIntegrationUpdate & { id: string }>({
  send: ({ id, ...change }) => ["PUT", `whatsapp/${id}`, change],
  success: { title: "Success", description: "WhatsApp integration updated successfully" },
  failure: "Failed to update WhatsApp integration",
});

export const useTestWhatsapp = apiMutation<string, WhatsappTest>({
  send: (id) => ["POST", `whatsapp/${id}/test`],
  failure: "Failed to test WhatsApp integration",
  refetches: [],
});

export const useDisconnectWhatsapp = apiMutation<string>({
  send: (id) => ["DELETE", `whatsapp/${id}`],
  success: { title: "Success", description: "WhatsApp integration removed successfully" },
  failure: "Failed to remove WhatsApp integration",
});
