import { useDeferredValue, useEffect, useState } from "react";

const typingPauseMs = 250;

/** The value after a pause in typing, so that not every keystroke sends a request. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(debounced);
}
