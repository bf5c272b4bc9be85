import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "./current-organization.tsx";
import { organizationKey, organizationPath } from "./organization-path.ts";
import { readAgain } from "./read-again.ts";
import { announceFailure, toast, type ToastContent } from "./ui/toast-store.ts";

/** Nouns of what the organization has, or query keys. */
type Reads = readonly (string | QueryKey)[];

interface SavingOptions<Input, Reply> {
  /** Sends the change. `path` makes the address of what the organization has, such as its "tickets". */
  send: (input: Input, path: (noun: string) => string) => Promise<Reply>;
  /** The toast after the change is saved; none by default. */
  success?: ToastContent | ((reply: Reply) => ToastContent | Promise<ToastContent>);
  /** The text of the toast if saving fails. Without one, or with null, there is no toast: the form says it. */
  failure?: string | ((error: Error) => string | null);
  /** What is read again after the change is saved. */
  reads?: Reads | "everything" | ((input: Input) => Reads);
  /** Reads it again after a failure too: somebody else may have changed the same. */
  readsAfterFailure?: boolean;
  /** For people who need not be signed in: a reply that says so does not lead to the sign-in. */
  anonymous?: boolean;
}

/** A mutation that shows toasts, and reads again what it changed. */
export function useSaving<Input = void, Reply = unknown>(options: SavingOptions<Input, Reply>) {
  const { send, success, failure, reads = [], readsAfterFailure = false, anonymous = false } = options;
  const queryClient = useQueryClient();
  const organizationId = useOrganizationId();
  return useMutation({
    meta: { anonymous },
    mutationFn: (input: Input) => send(input, (noun) => organizationPath(organizationId, noun)),
    onSuccess: async (reply) => {
      if (success) toast(typeof success === "function" ? await success(reply) : success);
    },
    onError: (error) => {
      const sentence = typeof failure === "function" ? failure(error) : failure;
      if (sentence) announceFailure(error, sentence);
    },
    onSettled: async (_reply, error, input) => {
      if (error && !readsAfterFailure) return;
      const keys = reads === "everything" ? [["/api/organizations", organizationId]] : readsOf(reads, input);
      const keyOf = (read: string | QueryKey) =>
        typeof read === "string" ? organizationKey(organizationId, read) : read;
      await Promise.all(keys.map((read) => readAgain(queryClient, keyOf(read))));
    },
  });
}

function readsOf<Input>(reads: Reads | ((input: Input) => Reads), input: Input): Reads {
  return typeof reads === "function" ? reads(input) : reads;
}

/** A hook that gives this mutation. */
export function saving<Input = void, Reply = unknown>(options: SavingOptions<Input, Reply>) {
  return () => useSaving(options);
}
