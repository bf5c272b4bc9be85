import { useQuery } from "@tanstack/react-query";
import type { CustomerData, Retention } from "../../../contract/personal-data.ts";
import { serverMessageOr } from "../../request.ts";
import { apiMutation, useApiMutation, refetchOnShow, useOrganizationQuery } from "../../organization-api.ts";

/** Everything about the customer of a conversation or ticket, with the path of it. Kept only while it is shown. */
export const useCustomer = (path: string) =>
  useQuery<CustomerData>({ queryKey: [path, "customer"], gcTime: 0, ...refetchOnShow });

/** Deletes what has this path. `onErased` is called before anything is refetched, which would not be found. */
export const useErase = (onErased: () => void) =>
  useApiMutation<string>({
    send: (path) => ["DELETE", path],
    success: () => {
      onErased();
      return { title: "Deleted", description: "This can't be undone." };
    },
    failure: serverMessageOr("Failed to delete it"),
    refetches: "everything",
  });

export const useRetention = () => useOrganizationQuery<Retention>(["retention"]);

export const useSetRetention = apiMutation<Retention>({
  send: (retention) => ["PUT", "retention", retention],
  success: { title: "Saved", description: "The setting applies within ten minutes." },
  failure: serverMessageOr("Failed to save the setting"),
});
