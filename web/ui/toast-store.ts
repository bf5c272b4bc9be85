import { isUnauthorized } from "../request.ts";
import { createStore } from "./external-store.ts";

export interface ToastContent {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
}

const toastRemoveDelayMs = 1_000_000;

const shown = createStore<(ToastContent & { id: number; open: boolean }) | null>(null);
let nextId = 1;

/** Shows a toast. It replaces the previous one. */
export function toast(content: ToastContent): void {
  shown.set({ ...content, id: nextId++, open: true });
}

/** Shows an error toast, unless the person is signed out, which has its own toast. */
export function showErrorToast(error: Error, description: string, title = "Error"): void {
  if (!isUnauthorized(error)) toast({ title, description, variant: "destructive" });
}

/** Closes a toast. It is removed later, unless another one has replaced it. */
export function dismissToast(id: number): void {
  const current = currentToast();
  if (current?.id !== id || !current.open) return;
  shown.set({ ...current, open: false });
  setTimeout(() => {
    if (currentToast()?.id === id) shown.set(null);
  }, toastRemoveDelayMs);
}

export const currentToast = shown.get;
export const useToast = shown.use;
