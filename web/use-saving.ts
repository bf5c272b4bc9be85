import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "./current-organization.tsx";
import { organizationPath } from "./organization-queries.ts";
import { readAgain } from "./read-again.ts";
import { request } from "./request.ts";
import { announceFailure, toast, type ToastContent } from "./ui/toast-store.ts";

/**
 * A request. An address without a slash before it is of what the organization has, such as its "tickets". A body that is
 * made only for this request is a function. By its key the server knows what is sent again.
 */
type Change = [method: string, address: string, body?: unknown, key?: string | undefined];

interface SavingOptions<Input, Reply> {
  send: (input: Input) => Change;
  /** The toast after the change is saved; none by default. */
  success?: ToastContent | ((reply: Reply) => ToastContent | Promise<ToastContent>);
  /** The text of the toast if saving fails. Without one, or with null, there is no toast: the form says it. */
  failure?: string | ((error: Error) => string | null);
  /**
   * What is read again after the change is saved: nouns of what the organization has, or query keys. By default what
   * the organization has at the address.
   */
  reads?: readonly (string | QueryKey)[] | "everything";
  /** Reads it again after a failure too: somebody else may have changed the same. */
  readsAfterFailure?: boolean;
  /** For people who need not be signed in: a reply that says so does not lead to the sign-in. */
  anonymous?: boolean;
}

/** A mutation that shows toasts, and reads again what it changed. */
export function useSaving<Input = void, Reply = unknown>(options: SavingOptions<Input, Reply>) {
  const { send, success, failure, reads, readsAfterFailure = false, anonymous = false } = options;
  const queryClient = useQueryClient();
  const organizationId = useOrganizationId();
  return useMutation({
    meta: { anonymous },
    mutationFn: async (input: Input) => {
      const [method, address, body, key] = send(input);
      const path = address.startsWith("/") ? address : organizationPath(organizationId, address);
      const headers = key === undefined ? {} : { "idempotency-key": key };
      return request<Reply>(method, path, typeof body === "function" ? await body() : body, { headers });
    },
    onSuccess: async (reply) => {
      if (success) toast(typeof success === "function" ? await success(reply) : success);
    },
    onError: (error) => {
      const sentence = typeof failure === "function" ? failure(error) : failure;
      if (sentence) announceFailure(error, sentence);
    },
    onSettled: async (_reply, error, input) => {
      if (error && !readsAfterFailure) return;
      const everything = ["/api/organizations", organizationId];
      const stale = reads === "everything" ? [everything] : (reads ?? nounsOf(send(input)[1]));
      const keyOf = (read: string | QueryKey) => (typeof read === "string" ? [...everything, read] : read);
      await Promise.all(stale.map((read) => readAgain(queryClient, keyOf(read))));
    },
  });
}

/** What the organization has at an address, if it is one of its own. */
const nounsOf = (address: string): string[] => (address.startsWith("/") ? [] : address.split("/", 1));

/** A hook that gives this mutation. */
export function saving<Input = void, Reply = unknown>(options: SavingOptions<Input, Reply>) {
  return () => useSaving(options);
}
