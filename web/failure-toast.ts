import { isUnauthorized } from "./request.ts";
import { toast } from "./ui/toast-store.ts";

/** Shows an error toast, unless the person is signed out, which is said elsewhere. */
export function announceFailure(error: Error, description: string, title = "Error"): void {
  if (!isUnauthorized(error)) toast({ title, description, variant: "destructive" });
}
