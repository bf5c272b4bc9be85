import { useRef } from "react";

/**
 * Handlers for a dialog that is opened without a trigger of its own: when it closes, the focus goes
 * back to where it was, or to the screen if that has gone.
 */
export function useReturnFocus() {
  const previous = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      previous.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = previous;
      const isThere = current instanceof HTMLElement && current !== document.body && current.isConnected;
      (isThere ? current : document.querySelector("main"))?.focus({ preventScroll: true });
    },
  };
}
