import {
  keepPreviousData,
  queryOptions,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import type { Document, DocumentPage, DocumentVersion, VersionText } from "../../../contract/documents.ts";
import { announceFailure } from "../../failure-toast.ts";
import { readAgain } from "../../read-again.ts";
import { type Page, request, requestAll, RequestError, requestPage } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";
import { usePages } from "../../use-pages.ts";

interface DocumentFilter {
  type: Audience;
  search: string;
}

function documentsPath(organizationId: string): string {
  return `/api/organizations/${organizationId}/documents`;
}

/** Every list of the organization, whatever its filter. */
export function documentsKey(organizationId: string): QueryKey {
  return ["/api/organizations", organizationId, "documents"];
}

const waitingIntervalMs = 15_000;

/** Documents, newest first. The rows of the search before stay while the next one is under way. */
export function useDocuments(organizationId: string, filter: DocumentFilter) {
  return usePages<Document>([...documentsKey(organizationId), filter], documentsPath(organizationId), {
    filter,
    placeholderData: keepPreviousData,
    // How many come before one that waits is no event: nobody would be told.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ rows }) => rows.some(({ status }) => status === "processing")) === true
        ? waitingIntervalMs
        : false,
  });
}

/** Every document that the filter lets through. */
export function readAllDocuments(organizationId: string, filter: DocumentFilter): Promise<Document[]> {
  return requestAll<Document>(documentsPath(organizationId), filter);
}

/** The newest documents of both kinds. */
export function useRecentDocuments(organizationId: string, limit: number) {
  return useQuery({
    queryKey: [...documentsKey(organizationId), { limit }],
    queryFn: () => request<Document[]>("GET", `${documentsPath(organizationId)}?limit=${limit}`),
  });
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
    onSuccess: () => readAgain(queryClient, ["/api/organizations", organizationId]),
    onError: (error) => announceFailure(error, refusal(error) ?? failure),
  });
}

/** The server's sentence where this person may not do it. */
function refusal(error: Error): string | null {
  return error instanceof RequestError && error.status === 403 ? error.sentence : null;
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

/** Every version, newest first. `newest` is part of the key: with another one the list is another. */
export function useVersions(documentId: string, newest: number) {
  return useQuery({
    queryKey: ["/api/documents", documentId, "versions", newest],
    queryFn: () => request<DocumentVersion[]>("GET", `/api/documents/${documentId}/versions`),
  });
}

/** The lines of a version's text, over all its pages. The bytes of a version never change, nor does its text. */
export function useVersionLines(documentId: string, version: number) {
  return useQuery({
    queryKey: ["version text", documentId, version],
    queryFn: async () => {
      const path = `/api/documents/${documentId}/versions/${version}/text`;
      const lines: string[] = [];
      let cursor: string | null = "1";
      while (cursor !== null) {
        const { rows, nextCursor }: Page<VersionText> = await requestPage<VersionText>(path, { cursor });
        lines.push(...rows.flatMap(({ text }) => text.split("\n")));
        cursor = nextCursor;
      }
      return lines;
    },
  });
}

/** Makes an earlier version the next one. */
export function useRestoreVersion(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ documentId, version }: { documentId: string; version: number }) =>
      request<Document>("POST", `/api/documents/${documentId}/versions/${version}/restore`),
    onSuccess: async ({ version }) => {
      toast({ title: "Version restored", description: `It is being processed as version ${version}.` });
      await readAgain(queryClient, ["/api/organizations", organizationId]);
    },
    onError: (error) =>
      announceFailure(
        error,
        (error instanceof RequestError && error.sentence) || "Failed to restore version",
      ),
  });
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
