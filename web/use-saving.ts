import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { announceFailure } from "./failure-toast.ts";
import { readAgain } from "./read-again.ts";
import { toast } from "./ui/toast-store.ts";

interface SavedToast {
  title: string;
  description?: string;
}

interface SavingOptions<Input, Reply> {
  send: (input: Input) => Promise<Reply>;
  /** The toast after the change is saved; none by default. */
  success?: SavedToast | ((reply: Reply) => SavedToast | Promise<SavedToast>);
  /** The text of the toast if saving fails. Without one, or with null, there is no toast: the form says it. */
  failure?: string | ((error: Error) => string | null);
  /** The query keys that are read again after the change is saved. */
  reads?: QueryKey[];
  /** Reads them again after a failure too: somebody else may have changed the same. */
  readsAfterFailure?: boolean;
}

/** A mutation that shows toasts, and reads again what it changed. */
export function useSaving<Input = void, Reply = unknown>(options: SavingOptions<Input, Reply>) {
  const { send, success, failure, reads = [], readsAfterFailure = false } = options;
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
