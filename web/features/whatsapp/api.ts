import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  WhatsappIntegration,
  WhatsappIntegrationCreate,
  WhatsappIntegrationUpdate,
  WhatsappTest,
} from "../../../contract/whatsapp.ts";
import { announceFailure } from "../../failure-toast.ts";
import { readAgain } from "../../read-again.ts";
import { request } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";

function whatsappKey(organizationId: string): QueryKey {
  return ["/api/organizations", organizationId, "whatsapp"];
}

function whatsappPath(organizationId: string): string {
  return `/api/organizations/${organizationId}/whatsapp`;
}

export function useWhatsappIntegrations(organizationId: string) {
  return useQuery<WhatsappIntegration[]>({ queryKey: whatsappKey(organizationId) });
}

/** A change to the integrations with its toasts. */
function useChange<Input>(
  organizationId: string,
  run: (input: Input) => Promise<unknown>,
  sentences: { success: string; failure: string },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async () => {
      toast({ title: "Success", description: sentences.success });
      await readAgain(queryClient, whatsappKey(organizationId));
    },
    onError: (error) => announceFailure(error, sentences.failure),
  });
}

export function useCreateWhatsapp(organizationId: string) {
  return useChange(
    organizationId,
    (integration: WhatsappIntegrationCreate) => request("POST", whatsappPath(organizationId), integration),
    {
      success: "WhatsApp integration created successfully",
      failure: "Failed to create WhatsApp integration",
    },
  );
}

export function useUpdateWhatsapp(organizationId: string) {
  return useChange(
    organizationId,
    ({ id, ...change }: WhatsappIntegrationUpdate & { id: string }) =>
      request("PUT", `${whatsappPath(organizationId)}/${id}`, change),
    {
      success: "WhatsApp integration updated successfully",
      failure: "Failed to update WhatsApp integration",
    },
  );
}

/** Looks at what a number has of all that it needs. */
export function useTestWhatsapp(organizationId: string, integrationId: string) {
  return useMutation({
    mutationFn: () => request<WhatsappTest>("POST", `${whatsappPath(organizationId)}/${integrationId}/test`),
    onError: (error) => announceFailure(error, "Failed to test WhatsApp integration"),
  });
}

export function useDisconnectWhatsapp(organizationId: string) {
  return useChange(
    organizationId,
    (integrationId: string) => request("DELETE", `${whatsappPath(organizationId)}/${integrationId}`),
    {
      success: "WhatsApp integration removed successfully",
      failure: "Failed to remove WhatsApp integration",
    },
  );
}
