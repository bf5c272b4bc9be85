import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { clsx } from "clsx";
import { dismissToast, useToast } from "./toast-store.ts";

/** Shows toasts at the top right, where they cover no message that is being written. F8 moves the focus there. */
export function Toaster() {
  const shown = useToast();
  return (
    <Toast.Provider>
      {shown && (
        <Toast.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={() => dismissToast(shown.id)}
          className={clsx(
            "pointer-events-auto relative grid gap-0.5 rounded-xl border p-4 pr-11 shadow-float data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-swipe-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
            shown.variant === "destructive"
              ? "border-transparent bg-danger text-on-danger"
              : "border-line bg-surface text-ink",
          )}
        >
          <Toast.Title className="text-sm font-semibold">{shown.title}</Toast.Title>
          {shown.description && (
            <Toast.Description className="text-sm">{shown.description}</Toast.Description>
          )}
          <Toast.Close
            aria-label="Close"
            className="absolute top-2.5 right-2.5 grid size-8 place-items-center rounded-md outline-offset-0 hover:bg-current/10 focus-visible:outline-current"
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="fixed top-15.5 right-0 z-100 lg:top-0 m-0 flex w-full max-w-[420px] list-none flex-col p-4 outline-none" />
    </Toast.Provider>
  );
}
