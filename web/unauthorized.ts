import { serverPaths } from "./paths.ts";
import { rememberPath } from "./remembered-path.ts";
import { toast } from "./ui/toast-store.ts";

const redirectDelayMs = 500;
let leaving = false;

/** Says that nobody is signed in any more and goes to the sign-in, once however many requests find out. */
export function announceUnauthorized(): void {
  if (leaving) return;
  leaving = true;
  rememberPath();
  toast({
    title: "Unauthorized",
    description: "You are logged out. Logging in again...",
    variant: "destructive",
  });
  setTimeout(() => window.location.assign(serverPaths.login), redirectDelayMs);
}
