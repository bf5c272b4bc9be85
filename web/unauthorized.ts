import { serverPaths } from "./paths.ts";
import { rememberPath } from "./remembered-path.ts";
import { toast } from "./ui/toast-store.ts";

const redirectDelayMs = 500;
let leaving = false;

/** Says once that the person is signed out, however many requests find out, and goes to the sign-in. */
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
