import {
  keepPreviousData,
  queryOptions,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import type { Document, DocumentPage } from "../../../contract/documents.ts";
import { request } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";

interface DocumentFilter {
  type?: Audience;
  search?: string;
  limit?: number;
}

function documentsPath(organizationId: string): string {
  return `/api/organizations/${organizationId}/documents`;
}

/** Every list of the organization, whatever its filter. */
export function documentsKey(organizationId: string): QueryKey {
  return ["/api/organizations", organizationId, "documents"];
}

function documentsQuery(organizationId: string, filter: DocumentFilter) {
  return queryOptions({
    queryKey: [...documentsKey(organizationId), filter],
    queryFn: () => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filter)) if (value) query.set(name, String(value));
      return request<Document[]>("GET", `${documentsPath(organizationId)}?${query}`);
    },
  });
}

/** Documents, newest first. The rows of the search before stay while the next one is under way. */
export function useDocuments(organizationId: string, filter: DocumentFilter) {
  return useQuery({ ...documentsQuery(organizationId, filter), placeholderData: keepPreviousData });
}

export function uploadPath(organizationId: string): string {
  return `${documentsPath(organizationId)}/upload`;
}

export function downloadPath(documentId: string): string {
  return `/api/documents/${documentId}/download`;
}

function useDocumentAction(
  organizationId: string,
  run: (documentId: string) => Promise<unknown>,
  failure: string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["/api/organizations", organizationId] }),
    onError: () => toast({ title: "Error", description: failure, variant: "destructive" }),
  });
}

export function useDeleteDocument(organizationId: string) {
  return useDocumentAction(
    organizationId,
    (documentId) => request("DELETE", `/api/documents/${documentId}`),
    "Failed to delete document",
  );
}

export function useRetryDocument(organizationId: string) {
  return useDocumentAction(
    organizationId,
    (documentId) => request("POST", `/api/documents/${documentId}/retry`),
    "Failed to retry document",
  );
}

export function useDocument(documentId: string) {
  return useQuery<Document>({ queryKey: ["/api/documents", documentId] });
}

/** One page of the version that a source names; without a version, of the one that answers. */
export function documentPageQuery(documentId: string, page: number, version: number | undefined) {
  const query = version === undefined ? "" : `?version=${version}`;
  return queryOptions<DocumentPage>({
    queryKey: ["/api/documents", documentId, "pages", `${page}${query}`],
  });
}
