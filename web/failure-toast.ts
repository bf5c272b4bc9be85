import { isUnauthorized } from "./request.ts";
import { toast } from "./ui/toast-store.ts";

/** Says that something failed, unless the reason is that nobody is signed in, which is said already. */
export function announceFailure(error: Error, description: string, title = "Error"): void {
  if (!isUnauthorized(error)) toast({ title, description, variant: "destructive" });
}
