import { useQuery } from "@tanstack/react-query";
import type { Audience } from "../../../contract/common.ts";
import type { Document, DocumentPage, DocumentVersion, VersionText } from "../../../contract/documents.ts";
import type { DocumentTarget } from "../../open-document.ts";
import { request, requestAll, serverMessage, serverMessageOr } from "../../request.ts";
import { apiMutation, useOrganizationQuery, usePages } from "../../organization-api.ts";

const pollIntervalMs = 15_000;

/** Documents, newest first. */
export const useDocuments = (filter: { type: Audience; search: string }) =>
  usePages<Document>(["documents"], {
    filter,
    // A waiting document's position in the queue changes without an event.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ rows }) => rows.some(({ status }) => status === "processing")) &&
      pollIntervalMs,
  });

/** The five newest documents of both audiences. */
export const useRecentDocuments = () =>
  useOrganizationQuery<Document[]>(["documents", { limit: 5 }], { select: (rows) => rows.slice(0, 5) });

export const downloadPath = (documentId: string): string => `/api/documents/${documentId}/download`;

export const useDeleteDocument = apiMutation<string>({
  send: (documentId) => ["DELETE", `/api/documents/${documentId}`],
  failure: (error) => serverMessage(error, 403) ?? "Failed to delete document",
  refetches: "everything",
});

export const useRetryDocument = apiMutation<string>({
  send: (documentId) => ["POST", `/api/documents/${documentId}/retry`],
  failure: (error) => serverMessage(error, 403) ?? "Failed to retry document",
  refetches: "everything",
});

/** All versions, newest first. `newest` is in the key, so that the list is refetched when there is a new version. */
export const useVersions = (documentId: string, newest: number) =>
  useQuery({
    queryKey: ["/api/documents", documentId, "versions", newest],
    queryFn: () => request<DocumentVersion[]>("GET", `/api/documents/${documentId}/versions`),
  });

/** The lines of all pages of a version. They never change, so they are fetched once. */
export const useVersionLines = (documentId: string, version: number) =>
  useQuery({
    queryKey: ["version text", documentId, version],
    queryFn: async () => {
      const pages = await requestAll<VersionText>(`/api/documents/${documentId}/versions/${version}/text`);
      return pages.flatMap(({ text }) => text.split("\n"));
    },
  });

/** Restores an earlier version by adding it as a new version. */
export const useRestoreVersion = apiMutation<{ documentId: string; version: number }, Document>({
  send: ({ documentId, version }) => ["POST", `/api/documents/${documentId}/versions/${version}/restore`],
  success: ({ version }) => ({
    title: "Version restored",
    description: `It is being processed as version ${version}.`,
  }),
  failure: serverMessageOr("Failed to restore version"),
  refetches: "everything",
});

export const useDocument = (documentId: string) =>
  useQuery<Document>({ queryKey: ["/api/documents", documentId] });

/** One page of a version; by default of the one that is used for answers. */
export function useDocumentPage({ documentId, version }: DocumentTarget, page: number) {
  const query = version === undefined ? "" : `?version=${version}`;
  return useQuery<DocumentPage>({ queryKey: ["/api/documents", documentId, "pages", `${page}${query}`] });
}
