import { serverPaths } from "./paths.ts";
import { rememberPath } from "./remembered-path.ts";
import { toast } from "./ui/toast-store.ts";

const redirectDelayMs = 500;
let leaving = false;

/** Shows a toast that the person is signed out and goes to the sign-in page; once, however many requests fail. */
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
