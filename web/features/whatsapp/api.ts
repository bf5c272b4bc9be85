import type {
  WhatsappIntegration,
  WhatsappIntegrationCreate,
  WhatsappIntegrationUpdate,
  WhatsappTest,
} from "../../../contract/whatsapp.ts";
import { request } from "../../request.ts";
import { useOrganizationQuery } from "../../organization-queries.ts";
import { saving } from "../../use-saving.ts";

export const useWhatsappIntegrations = () => useOrganizationQuery<WhatsappIntegration[]>(["whatsapp"]);

export const useCreateWhatsapp = saving({
  send: (integration: WhatsappIntegrationCreate, path) => request("POST", path("whatsapp"), integration),
  success: { title: "Success", description: "WhatsApp integration created successfully" },
  failure: "Failed to create WhatsApp integration",
  reads: ["whatsapp"],
});

export const useUpdateWhatsapp = saving({
  send: ({ id, ...change }: WhatsappIntegrationUpdate & { id: string }, path) =>
    request("PUT", path(`whatsapp/${id}`), change),
  success: { title: "Success", description: "WhatsApp integration updated successfully" },
  failure: "Failed to update WhatsApp integration",
  reads: ["whatsapp"],
});

/** Tests whether a number is set up completely. */
export const useTestWhatsapp = saving({
  send: (id: string, path) => request<WhatsappTest>("POST", path(`whatsapp/${id}/test`)),
  failure: "Failed to test WhatsApp integration",
});

export const useDisconnectWhatsapp = saving({
  send: (id: string, path) => request("DELETE", path(`whatsapp/${id}`)),
  success: { title: "Success", description: "WhatsApp integration removed successfully" },
  failure: "Failed to remove WhatsApp integration",
  reads: ["whatsapp"],
});
