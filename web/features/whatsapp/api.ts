import type {
  WhatsappIntegration,
  WhatsappIntegrationUpdate,
  WhatsappTest,
} from "../../../contract/whatsapp.ts";
import { useOrganizationQuery } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";

export const useWhatsappIntegrations = () => useOrganizationQuery<WhatsappIntegration[]>(["whatsapp"]);

export const useCreateWhatsapp = saving<object>({
  send: (integration) => ["POST", "whatsapp", integration],
  success: { title: "Success", description: "WhatsApp integration created successfully" },
  failure: "Failed to create WhatsApp integration",
});

export const useUpdateWhatsapp = saving<WhatsappIntegrationUpdate & { id: string }>({
  send: ({ id, ...change }) => ["PUT", `whatsapp/${id}`, change],
  success: { title: "Success", description: "WhatsApp integration updated successfully" },
  failure: "Failed to update WhatsApp integration",
});

/** Tests whether a number is set up completely. */
export const useTestWhatsapp = saving<string, WhatsappTest>({
  send: (id) => ["POST", `whatsapp/${id}/test`],
  failure: "Failed to test WhatsApp integration",
  reads: [],
});

export const useDisconnectWhatsapp = saving<string>({
  send: (id) => ["DELETE", `whatsapp/${id}`],
  success: { title: "Success", description: "WhatsApp integration removed successfully" },
  failure: "Failed to remove WhatsApp integration",
});
