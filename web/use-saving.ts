import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { announceFailure } from "./failure-toast.ts";
import { readAgain } from "./read-again.ts";
import { toast } from "./ui/toast-store.ts";

interface SavedToast {
  title: string;
  description?: string;
}

interface Saving<Input, Reply> {
  send: (input: Input) => Promise<Reply>;
  /** What the toast says when the change is saved; no toast when absent. */
  success?: SavedToast | ((reply: Reply) => SavedToast | Promise<SavedToast>);
  /** What the toast says when saving fails; no toast when absent or null, for then the form says it. */
  failure?: string | ((error: Error) => string | null);
  /** The keys of what the change alters: it is read again when the change is saved. */
  reads?: QueryKey[];
  /** Reads it again after a failure too: somebody else may have changed it first. */
  readsAfterFailure?: boolean;
}

/** A change that is sent to the server, with its toasts, after which what it altered is read again. */
export function useSaving<Input = void, Reply = unknown>(saving: Saving<Input, Reply>) {
  const { send, success, failure, reads = [], readsAfterFailure = false } = saving;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (reply) => {
      if (success) toast(typeof success === "function" ? await success(reply) : success);
    },
    onError: (error) => {
      const sentence = typeof failure === "function" ? failure(error) : failure;
      if (sentence) announceFailure(error, sentence);
    },
    onSettled: async (_reply, error) => {
      if (error && !readsAfterFailure) return;
      await Promise.all(reads.map((key) => readAgain(queryClient, key)));
    },
  });
}
