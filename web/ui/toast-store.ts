import { useSyncExternalStore } from "react";

interface ToastContent {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
}

interface ShownToast extends ToastContent {
  id: number;
  open: boolean;
}

/** A dismissed toast is removed after this time. */
const toastRemoveDelayMs = 1_000_000;

let current: ShownToast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. It replaces the previous one. */
export function toast(content: ToastContent): void {
  set({ ...content, id: nextId++, open: true });
}

/** Closes a toast. It is removed later, unless another one has replaced it. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  set({ ...current, open: false });
  setTimeout(() => {
    if (current?.id === id) set(null);
  }, toastRemoveDelayMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToast(): ShownToast | null {
  return current;
}

export function useToast(): ShownToast | null {
  return useSyncExternalStore(subscribe, currentToast);
}
